export type BlowSeen = { by: string, on: string, points: number | null, time: string, };
