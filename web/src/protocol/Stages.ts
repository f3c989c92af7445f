export type Stages = { names: Array<string>, now: number | null, };
