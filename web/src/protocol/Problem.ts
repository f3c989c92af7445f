import type { Declined } from "./Declined";
import type { Mistake } from "./Mistake";

export type Problem = { "is": "declined", why: Declined, message: string, } | { "is": "stale", changed: Array<string>, } | { "is": "not-yours", message: string, } | { "is": "unreadable", message: string, } | { "is": "repeated", id: number, } | { "is": "too-fast", wait: number, } | { "is": "unknown", message: string, } | { "is": "limit", message: string, } | { "is": "mistakes", mistakes: Array<Mistake>, } | { "is": "failed", message: string, };
