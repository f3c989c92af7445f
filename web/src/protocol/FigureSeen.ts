import type { PartSeen } from "./PartSeen";
export type FigureSeen = { name: string; value: string; parts: Array<PartSeen>; rule: string | null };
