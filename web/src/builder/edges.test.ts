import { expect, it } from "vitest";

import type { Tree } from "../connection/http";
import { kindAt, standing, withEdge } from "./edges";

const WALL: Tree = [{ between: [[3, 0], [4, 0]], until: [3, 2], kind: "wall" }]; // prettier-ignore

it("runs are every side that they pass", () => {
  expect(standing(WALL, false)).toEqual([0, 1, 2].map((row) => ({ edge: [[3, row], [4, row]], kind: "wall" }))); // prettier-ignore
});

it("a side is found from both of its cells", () => {
  expect(kindAt(WALL, [[4, 1], [3, 1]], false)).toBe("wall"); // prettier-ignore
  expect(kindAt(WALL, [[4, 3], [3, 3]], false)).toBeUndefined(); // prettier-ignore
});

it("a door in a wall leaves the wall on both sides of it", () => {
  expect(withEdge(WALL, [[4, 1], [3, 1]], "door", false)).toEqual([
    { between: [[3, 0], [4, 0]], kind: "wall" },
    { between: [[3, 2], [4, 2]], kind: "wall" },
    { between: [[3, 1], [4, 1]], kind: "door" },
  ]); // prettier-ignore
});

it("walls that are drawn one after the other become one", () => {
  let drawn: Tree | undefined;
  for (const column of [2, 0, 1]) drawn = withEdge(drawn, [[column, 5], [column, 4]], "low", false); // prettier-ignore
  expect(drawn).toEqual([{ between: [[0, 4], [0, 5]], until: [2, 4], kind: "low" }]); // prettier-ignore
});

it("the last one that is taken away leaves nothing", () => {
  const one: Tree = [{ between: [[0, 0], [1, 0]], kind: "bars" }]; // prettier-ignore
  expect(withEdge(one, [[1, 0], [0, 0]], undefined, false)).toBeUndefined(); // prettier-ignore
});

it("on hexes rows are shifted, and the run is that of the cells", () => {
  // Columns and rows in files; cells count along the axes of the hexes.
  const run: Tree = [{ between: [[2, 0], [3, 0]], until: [3, 2], kind: "wall" }]; // prettier-ignore
  expect(standing(run, true).map(({ edge }) => edge)).toEqual([
    [[2, 0], [3, 0]],
    [[2, 1], [3, 1]],
    [[2, 2], [3, 2]],
  ]); // prettier-ignore
  const drawn = withEdge(undefined, [[1, 2], [1, 3]], "post", true); // prettier-ignore
  expect(drawn).toEqual([{ between: [[2, 2], [2, 3]], kind: "post" }]); // prettier-ignore
  expect(standing(drawn, true)).toEqual([{ edge: [[1, 2], [1, 3]], kind: "post" }]); // prettier-ignore
});
