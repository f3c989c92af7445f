import type { FigureSeen } from "./FigureSeen";
export type SectionSeen = { title: string; figures: Array<FigureSeen> };
