import type { CreatureId } from "./CreatureId";
import type { HabitWord } from "./HabitWord";

export type Settings = { real_dice: boolean, controls: Array<[CreatureId, string]>, habits: Array<[CreatureId, string, HabitWord]>, };
