import type { CreatureId } from "./CreatureId";
import type { GaugeSeen } from "./GaugeSeen";
import type { Space } from "./Space";

export type CreatureSeen = { id: CreatureId, name: string, side: number, space: Space | null, gauges: Array<[string, GaugeSeen]>, conditions: Array<string>, holding: Array<string>, active: boolean, hidden: boolean, };
