// What the ground of the board is made of.

import type { Cell } from "../protocol/Cell";
import type { MapView } from "../protocol/MapView";
import { cellAt, path } from "./geometry";

/** The signs that cells have on maps. */
export const GROUNDS = [
  { sign: "#", name: "solid", words: "solid" },
  { sign: ",", name: "difficult", words: "difficult ground" },
  { sign: "~", name: "water", words: "water" },
  { sign: "*", name: "fog", words: "fog" },
  { sign: "%", name: "dark", words: "dark" },
  { sign: "=", name: "ice", words: "ice" },
] as const;

export type Ground = (typeof GROUNDS)[number];

export function signAt(map: MapView, column: number, row: number): string | undefined {
  if (column < 0 || row < 0 || column >= map.columns || row >= map.rows) return undefined;
  return map.signs[row * map.columns + column];
}

export function wordsFor(sign: string | undefined): string {
  if (sign === undefined) return "off the map";
  return GROUNDS.find((ground) => ground.sign === sign)?.words ?? "";
}

function cellsWhere(map: MapView, wanted: (sign: string) => boolean): Cell[] {
  const cells: Cell[] = [];
  map.signs.forEach((sign, index) => {
    if (!wanted(sign)) return;
    cells.push(cellAt(index % map.columns, Math.floor(index / map.columns), map.hexes));
  });
  return cells;
}

/** All cells as one path, and those of each kind of ground that there is as another. */
export function drawn(map: MapView): { all: string; grounds: { ground: Ground; path: string }[] } {
  const grounds = GROUNDS.map((ground) => ({
    ground,
    path: path(
      cellsWhere(map, (sign) => sign === ground.sign),
      map.hexes,
    ),
  }));
  return {
    all: path(
      cellsWhere(map, () => true),
      map.hexes,
    ),
    grounds: grounds.filter((one) => one.path !== ""),
  };
}
