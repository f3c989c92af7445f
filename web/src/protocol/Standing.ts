import type { CreatureId } from "./CreatureId";
import type { Question } from "./Question";

export type Standing = { "is": "over", winner: string | null, } | { "is": "roll", by: CreatureId | null, name: string, pool: string, what: string, rule: string, } | { "is": "asks", questions: Array<Question>, } | { "is": "busy" };
