import type { Change } from "./Change";
import type { Effect } from "./Effect";
import type { VerdictChance } from "./VerdictChance";

export type Advised = { words: string, worth: number, runs: number, exact: boolean, verdicts: Array<VerdictChance>, effects: Array<Effect>, changes: Array<Change>, };
