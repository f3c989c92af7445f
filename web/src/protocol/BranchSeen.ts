export type BranchSeen = { number: number, shared: number, entries: number, time: string, first: string | null, last: string | null, };
