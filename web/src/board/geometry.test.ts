import { describe, expect, it } from "vitest";

import {
  cellAt,
  cellKey,
  cellUnder,
  centre,
  columnRow,
  footprint,
  line,
  middle,
  outline,
  placeName,
  sideUnder,
  placesIn,
} from "./geometry";

describe("squares and hexes", () => {
  it("finds every cell again under its own middle, and just inside its corners", () => {
    for (const hexes of [false, true]) {
      for (let column = 0; column < 7; column++) {
        for (let row = 0; row < 7; row++) {
          const cell = cellAt(column, row, hexes);
          expect(columnRow(cell, hexes)).toEqual([column, row]);
          const { x, y } = centre(cell, hexes);
          expect(cellUnder({ x, y }, hexes)).toEqual(cell);
          for (const corner of outline(cell, hexes)) {
            const inside = { x: x + (corner.x - x) * 0.98, y: y + (corner.y - y) * 0.98 };
            expect(cellUnder(inside, hexes)).toEqual(cell);
          }
        }
      }
    }
  });

  it("names places by column and row, as they are typed", () => {
    expect(placeName([4, 7], false)).toBe("4,7");
    expect(placeName([4, 7, 2], false)).toBe("4,7,2");
    expect(placeName([-1, 2], true)).toBe("0,2");
  });

  it("draws a way through the middles of the rooms on it", () => {
    const room = (column: number, side = 1) => ({ at: cellAt(column, 0, false), side, height: 1 });
    expect(line([room(0), room(1), room(2)], false)).toBe("M20 20L60 20L100 20");
    expect(line([room(0, 2), room(1, 2)], false)).toBe("M40 40L80 40");
    expect(line([room(0)], false)).toBe("");
  });

  it("lays large creatures around their middle", () => {
    const space = { at: [3, 4] as [number, number], side: 2, height: 2 };
    expect(footprint(space, false).map(cellKey)).toEqual(["3,4", "4,4", "3,5", "4,5"]);
    expect(middle(space, false)).toEqual({ x: 4, y: 5 });
    expect(footprint(space, true)).toHaveLength(3);
    expect(footprint({ ...space, side: 3 }, true)).toHaveLength(7);
    const cells = footprint(space, true).map((cell) => centre(cell, true));
    const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(middle(space, true).x).toBeCloseTo(mean(cells.map((point) => point.x)));
    expect(middle(space, true).y).toBeCloseTo(mean(cells.map((point) => point.y)));
  });

  it("means no side at a corner, and along a line those of the line alone", () => {
    const meant = new Set<string>();
    for (let y = 0.5; y <= 3.5; y += 0.1) {
      const { edge, distance, lead } = sideUnder({ x: 3.04, y: y - 0.03 }, false);
      expect(distance).toBeLessThan(0.05);
      if (lead > 0.15) meant.add(edge.map(cellKey).sort().join(" "));
    }
    expect([...meant]).toEqual(["2,0 3,0", "2,1 3,1", "2,2 3,2", "2,3 3,3"]);
    expect(sideUnder({ x: 3, y: 2 }, false).lead).toBeCloseTo(0);
  });
});

it("places are found in words", () => {
  expect(placesIn("sprints to 10,7", false)).toEqual([[10, 7]]);
  expect(placesIn("flies from 3,4,2 to 5,6", true)).toEqual([
    [1, 4],
    [2, 6],
  ]);
  expect(placesIn("attacks the ogre with a longsword, 2 of 3", false)).toEqual([]);
});
