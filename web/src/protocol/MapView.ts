export type MapView = { columns: number, rows: number, hexes: boolean, signs: Array<string>, };
