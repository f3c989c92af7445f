export type Seen = { run: number, number: number, };
