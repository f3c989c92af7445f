import type { CreatureId } from "./CreatureId";
import type { Mark } from "./Mark";
import type { Stage } from "./Stage";

export type TimeRow = { who: CreatureId, label: string, pips: Array<[string, number, number]>, active: boolean, remark: string, marks: Array<[number, Mark]>, stages: Array<Stage>, };
