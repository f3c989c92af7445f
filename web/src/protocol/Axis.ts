export type Axis = { from: number, now: number, to: number, };
