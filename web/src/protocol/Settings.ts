import type { CreatureId } from "./CreatureId";
import type { Habit } from "./Habit";

export type Settings = { real_dice: boolean, controls: Array<[CreatureId, string]>, habits: Array<[CreatureId, string, Habit]>, };
