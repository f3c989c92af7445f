import type { Cell } from "./Cell";

export type Space = { at: Cell, side: number, height: number, };
