import type { CreatureId } from "./CreatureId";
import type { Role } from "./Role";

export type Seat = { id: number, role: Role, creatures: Array<CreatureId>, name: string, connected: number, };
