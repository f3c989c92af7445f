export type CreatureId = number;
