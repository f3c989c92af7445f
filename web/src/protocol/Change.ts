export type Change = { name: string, gauge: string, mean: number, chance: number, };
