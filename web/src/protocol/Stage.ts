export type Stage = { words: string, open: boolean, };
