export type FallSeen = { who: string, side: number, by: string | null, cause: string, time: string, rose: string | null, };
