import type { Seen } from "./Seen";

export type Hello = { token: string, name?: string | null, have?: Seen | null, };
