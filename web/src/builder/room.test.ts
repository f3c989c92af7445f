import { describe, expect, it } from "vitest";

import { around, freeSquare } from "./room";

const rows = ["........", "........", "........", "........"];

describe("somebody new", () => {
  it("stands in the side's own half, with room for somebody large", () => {
    const first = freeSquare(rows, new Set(), true);
    expect(first).toEqual([2, 2]);
    expect(freeSquare(rows, new Set(around(first)), true)).toEqual([2, 0]);
    expect(freeSquare(rows, new Set(), false)).toEqual([5, 2]);
  });

  it("stands beside the others of a group", () => {
    const wide = Array(20).fill(".".repeat(40));
    const first = [3, 2];
    const [column, row] = freeSquare(wide, new Set(around(first)), false, first);
    expect(Math.hypot(column - 3, row - 2)).toBeLessThan(3);
  });

  it("takes any free square where all are narrow", () => {
    expect(freeSquare(["#.#", "###"], new Set(), true)).toEqual([1, 0]);
    expect(freeSquare(["##"], new Set(), true)).toEqual([0, 0]);
  });
});
