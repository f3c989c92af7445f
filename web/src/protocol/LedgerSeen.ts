import type { CreatureId } from "./CreatureId";

export type LedgerSeen = { id: CreatureId, dealt: number, taken: number, spent: Array<[string, number]>, };
