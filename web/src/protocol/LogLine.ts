import type { CreatureId } from "./CreatureId";
import type { Depth } from "./Depth";
import type { Kind } from "./Kind";

export type LogLine = { number: number, depth: Depth, text: string, rules: Array<string>, about: Array<CreatureId>, kind: Kind, entry: number | null, };
