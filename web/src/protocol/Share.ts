export type Share = { fraction: string, value: number, low: number, high: number, };
