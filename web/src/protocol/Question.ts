import type { CreatureId } from "./CreatureId";

export type Question = { who: CreatureId, name: string, question: string, window: string, must: boolean, secret: boolean, silence: string | null, };
