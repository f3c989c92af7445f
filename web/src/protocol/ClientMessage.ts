import type { Hello } from "./Hello";
import type { Request } from "./Request";

export type ClientMessage = { "is": "hello" } & Hello | { "is": "ask", id: number, request: Request, };
