import type { CreatureId } from "./CreatureId";

export type Underway = { who: CreatureId, words: string, names: Array<CreatureId>, passed: Array<CreatureId>, };
