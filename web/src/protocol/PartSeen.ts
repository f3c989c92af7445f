export type PartSeen = { source: string; value: number; counts: boolean; rule: string };
