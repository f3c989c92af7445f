import type { Gauge } from "./Gauge";

export type GaugeSeen = { "exact": Gauge } | { "roughly": string };
