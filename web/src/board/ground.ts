// What the ground of the board is made of, and what stands between its cells.

import type { Edge } from "../protocol/Edge";
import type { EdgeKind } from "../protocol/EdgeKind";
import type { Ground } from "../protocol/Ground";
import type { MapView } from "../protocol/MapView";
import { CELL, cellAt, cellKey, centre, outline, path, type Point } from "./geometry";

/** The signs that cells have on maps, those below first. */
export const GROUNDS = [
  { sign: ",", name: "difficult", words: "difficult ground" },
  { sign: "~", name: "water", words: "water" },
  { sign: "=", name: "ice", words: "ice" },
  { sign: "*", name: "fog", words: "fog" },
  { sign: "%", name: "dark", words: "dark" },
  { sign: "#", name: "solid", words: "solid" },
] as const;

export type GroundKind = (typeof GROUNDS)[number];

export interface Side {
  kind: EdgeKind;
  from: Point;
  to: Point;
}

export interface Drawing {
  all: string;
  grounds: { ground: GroundKind; path: string }[];
  sides: Side[];
  heights: { at: Point; height: number }[];
  /** Cells below the level of the map, unless water fills them up to it, and cells above it. */
  low: string;
  raised: string;
  remarks: { at: Point; words: string; letter: string }[];
  /** Cells of which there is something to say that no kind of ground shows. */
  remarked: string;
}

function signsOf(made: Ground | undefined): string[] {
  if (!made) return [];
  const signs: string[] = [];
  if (made.solid) signs.push("#");
  if (made.difficult) signs.push(",");
  if (made.water) signs.push("~");
  if (made.ice) signs.push("=");
  if (made.fog) signs.push("*");
  if (made.dark) signs.push("%");
  return signs;
}

const indexOf = (map: MapView, column: number, row: number) =>
  column < 0 || row < 0 || column >= map.columns || row >= map.rows ? undefined : row * map.columns + column;

const cellOf = (map: MapView, index: number) =>
  cellAt(index % map.columns, Math.floor(index / map.columns), map.hexes);

/** Everything that a cell is, in words. */
export function groundWords(map: MapView, column: number, row: number): string {
  const index = indexOf(map, column, row);
  if (index === undefined) return "off the map";
  const made = map.ground[index];
  const signs = new Set([map.signs[index] ?? ".", ...signsOf(made)]);
  const words: string[] = GROUNDS.filter((ground) => signs.has(ground.sign)).map((ground) => ground.words);
  if (made?.elevation) words.push(`${heightWord(made.elevation)} high`);
  const key = cellKey(cellAt(column, row, map.hexes));
  for (const [cell, remark] of map.remarks) if (cellKey(cell) === key) words.push(remark);
  return words.join(", ");
}

export const heightWord = (height: number) => (height < 0 ? `−${-height}` : `+${height}`);

/** What a kind of wall, door or the like is called. */
export function edgeName(kind: string): string {
  return kind === "low" || kind === "high" ? `${kind} wall` : kind.replaceAll("-", " ");
}

/** What stands between two cells, in words. */
export function edgeWords(map: MapView, [one, other]: Edge): string {
  const wanted = [one, other].map(cellKey).sort().join(" ");
  const found = map.edges.find(([cells]) => cells.map(cellKey).sort().join(" ") === wanted);
  return found ? edgeName(found[1]) : "nothing";
}

/** The kinds of ground that there are on the map. */
export function presentGrounds(map: MapView): GroundKind[] {
  const signs = new Set(map.signs);
  for (const made of map.ground) for (const sign of signsOf(made)) signs.add(sign);
  return GROUNDS.filter((ground) => signs.has(ground.sign));
}

/** The kinds of walls, doors and the like that there are, in words. */
export function presentEdges(map: MapView): EdgeKind[] {
  return [...new Set(map.edges.map(([, kind]) => kind))];
}

/** What there is to say of cells besides their ground, each with the letter that marks it on the board. */
export function remarkLetters(map: MapView): Map<string, string> {
  const all = [...new Set(map.remarks.map(([, words]) => words))];
  return new Map(all.map((words, index) => [words, String.fromCharCode("a".charCodeAt(0) + (index % 26))]));
}

/** What numbers in cells mean, where there are any: heights above the level of the map and depths below it. */
export function heightsWord({ ground, unit, cell }: MapView): string | undefined {
  const found = ground.find(({ elevation = 0 }) => elevation !== 0)?.elevation;
  if (found === undefined) return undefined;
  const far = `${Math.abs(found) * cell} ${unit}`;
  return `${heightWord(found)}: ${far} ${found < 0 ? "deep" : "high"}`;
}

/** How far it is across a cell, in words. */
export function scaleWords({ cell, unit, hexes }: MapView): string {
  return `${hexes ? "a hex" : "a square"} is ${cell} ${unit} wide`;
}

/** Everything that is drawn of the ground. */
export function drawn(map: MapView): Drawing {
  const { ground, edges, remarks } = map;
  const all = map.signs.map((_, index) => cellOf(map, index));
  const made = map.signs.map((sign, index) => new Set([sign, ...signsOf(ground[index])]));
  const grounds = GROUNDS.map((kind) => ({
    ground: kind,
    path: path(
      all.filter((_, index) => made[index]?.has(kind.sign)),
      map.hexes,
    ),
  }));
  const letters = remarkLetters(map);
  const bare = new Set(
    all.filter((_, index) => !GROUNDS.some(({ sign }) => made[index]?.has(sign))).map(cellKey),
  );
  const heights = ground.flatMap(({ elevation = 0 }, index) => {
    const cell = all[index];
    return elevation === 0 || !cell ? [] : [{ at: scaled(centre(cell, map.hexes)), height: elevation }];
  });
  const those = (is: (made: Ground) => boolean) =>
    path(
      all.filter((_, index) => is(ground[index] ?? {})),
      map.hexes,
    );
  return {
    all: path(all, map.hexes),
    low: those(({ elevation = 0, water = 0 }) => elevation + water < 0),
    raised: those(({ elevation = 0 }) => elevation > 0),
    grounds: grounds.filter((one) => one.path !== ""),
    sides: edges.flatMap(([cells, kind]) => side(cells, kind, map.hexes)),
    heights,
    remarks: remarks.map(([cell, words]) => ({
      at: scaled(centre(cell, map.hexes)),
      words,
      letter: letters.get(words) ?? "",
    })),
    remarked: path(
      remarks.map(([cell]) => cell).filter((cell) => bare.has(cellKey(cell))),
      map.hexes,
    ),
  };
}

const scaled = ({ x, y }: Point): Point => ({ x: x * CELL, y: y * CELL });

/** Where the line between two cells is drawn. */
export function side([one, other]: Edge, kind: EdgeKind, hexes: boolean): Side[] {
  const near = (first: Point, second: Point) => Math.hypot(first.x - second.x, first.y - second.y) < 0.01;
  const corners = outline(other, hexes);
  const shared = outline(one, hexes).filter((corner) => corners.some((its) => near(corner, its)));
  const [from, to] = shared;
  return from && to ? [{ kind, from: scaled(from), to: scaled(to) }] : [];
}
