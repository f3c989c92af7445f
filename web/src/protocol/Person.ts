import type { CreatureId } from "./CreatureId";
import type { Role } from "./Role";

export type Person = { seat: number, name: string, role: Role, creatures: Array<CreatureId>, here: boolean, };
