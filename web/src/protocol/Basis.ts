import type { Courses } from "./Courses";

export type Basis = { "is": "exact", budget: number, courses: Courses | null, } | { "is": "sample", plays: number, seed: number, confidence: number, because: string, };
