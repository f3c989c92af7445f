import type { Problem } from "./Problem";
import type { Reply } from "./Reply";
import type { Seat } from "./Seat";
import type { TableInfo } from "./TableInfo";
import type { Update } from "./Update";

export type ServerMessage = { "is": "welcome", table: TableInfo, seat: Seat, run: number, } | { "is": "update" } & Update | { "is": "reply", id: number, reply: Reply, } | { "is": "problem", id: number | null, problem: Problem, };
