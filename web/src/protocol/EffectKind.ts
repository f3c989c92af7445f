export type EffectKind = "drops" | "rises" | "gains" | "loses" | "holds" | "lets-go" | "moves";
