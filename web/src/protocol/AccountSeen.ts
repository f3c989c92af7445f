import type { BlowSeen } from "./BlowSeen";
import type { FallSeen } from "./FallSeen";
import type { LedgerSeen } from "./LedgerSeen";

export type AccountSeen = { falls: Array<FallSeen>, heaviest: BlowSeen | null, ledgers: Array<LedgerSeen>, };
