import type { Share } from "./Share";

export type Risk = { what: string, chance: Share, mean: number | null, };
