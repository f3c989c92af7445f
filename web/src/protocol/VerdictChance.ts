import type { Share } from "./Share";

export type VerdictChance = { by: string | null, roll: string, verdict: string, chance: Share, };
