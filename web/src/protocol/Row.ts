import type { Share } from "./Share";

export type Row = { chance: Share, verdicts: Array<string>, effects: Array<string>, };
