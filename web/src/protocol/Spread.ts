import type { Share } from "./Share";

export type Spread = { name: string, gauge: string, rises: boolean, mean: number, changes: Array<[number, Share]>, };
