import type { Axis } from "./Axis";
import type { Stages } from "./Stages";
import type { TimeRow } from "./TimeRow";
import type { Underway } from "./Underway";

export type TimeView = { heading: string, rows: Array<TimeRow>, axis: Axis | null, stages: Stages | null, underway: Array<Underway>, };
