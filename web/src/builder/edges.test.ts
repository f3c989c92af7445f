import { expect, it } from "vitest";

import type { Tree } from "../connection/http";
import type { Cell } from "../protocol/Cell";
import type { Edge } from "../protocol/Edge";
import { kindAt, standing, withEdge } from "./edges";

const cell = (words: string) => words.split(",").map(Number) as Cell;
/** A side by its two cells: `3,0 4,0`. */
const side = (words: string) => words.split(" ").map(cell) as Edge;
const entry = (words: string, kind: string, until?: string): Tree =>
  until ? { between: side(words), until: cell(until), kind } : { between: side(words), kind };

const WALL: Tree = [entry("3,0 4,0", "wall", "3,2")];

it("runs are every side that they pass", () => {
  const edges = ["3,0 4,0", "3,1 4,1", "3,2 4,2"].map(side);
  expect(standing(WALL, false)).toEqual(edges.map((edge) => ({ edge, kind: "wall" })));
});

it("a side is found from both of its cells", () => {
  expect(kindAt(WALL, side("4,1 3,1"), false)).toBe("wall");
  expect(kindAt(WALL, side("4,3 3,3"), false)).toBeUndefined();
});

it("a door in a wall leaves the wall on both sides of it", () => {
  const single = [entry("3,0 4,0", "wall"), entry("3,2 4,2", "wall"), entry("3,1 4,1", "door")];
  expect(withEdge(WALL, side("4,1 3,1"), "door", false)).toEqual(single);
});

it("walls that are drawn one after the other become one", () => {
  let drawn: Tree | undefined;
  for (const words of ["2,5 2,4", "0,5 0,4", "1,5 1,4"]) drawn = withEdge(drawn, side(words), "low", false);
  expect(drawn).toEqual([entry("0,4 0,5", "low", "2,4")]);
});

it("the last one that is taken away leaves nothing", () => {
  expect(withEdge([entry("0,0 1,0", "bars")], side("1,0 0,0"), undefined, false)).toBeUndefined();
});

it("on hexes rows are shifted, and the run is that of the cells", () => {
  // Files have columns and rows; cells count along the axes of the hexes.
  const run: Tree = [entry("2,0 3,0", "wall", "3,2")];
  expect(standing(run, true).map(({ edge }) => edge)).toEqual(["2,0 3,0", "2,1 3,1", "2,2 3,2"].map(side));
  const drawn = withEdge(undefined, side("1,2 1,3"), "post", true);
  expect(drawn).toEqual([entry("2,2 2,3", "post")]);
  expect(standing(drawn, true)).toEqual([{ edge: side("1,2 1,3"), kind: "post" }]);
});

it("a run that is none is drawn where it begins", () => {
  const run: Tree = [entry("10,0 11,0", "wall", "10,5")];
  expect(standing(run, true)).toEqual([{ edge: side("10,0 11,0"), kind: "wall" }]);
});
