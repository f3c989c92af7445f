import type { EffectKind } from "./EffectKind";
import type { Share } from "./Share";

export type Effect = { name: string, change: EffectKind, what: string, chance: Share, };
