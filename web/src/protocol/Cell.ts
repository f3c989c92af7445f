export type Cell = [number, number] | [number, number, number];
