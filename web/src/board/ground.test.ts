import { expect, it } from "vitest";

import type { MapView } from "../protocol/MapView";
import { drawn, groundWords, presentGrounds, remarkLetters } from "./ground";

const map = {
  columns: 2,
  rows: 1,
  hexes: false,
  cell: 5,
  unit: "ft",
  signs: ["*", "."],
  ground: [{ fog: true, water: 2, elevation: -2 }, {}],
  edges: [
    [
      [
        [0, 0],
        [1, 0],
      ],
      "door",
    ],
  ],
  remarks: [[[1, 0], "half cover"]],
} as unknown as MapView;

it("a cell is everything that it is made of", () => {
  expect(groundWords(map, 0, 0)).toBe("water, fog, −2 high");
  expect(groundWords(map, 1, 0)).toBe("half cover");
  expect(groundWords(map, 2, 0)).toBe("off the map");
  expect(presentGrounds(map).map((ground) => ground.name)).toEqual(["water", "fog"]);
});

it("doors stand on the side that two cells share", () => {
  expect(drawn(map).sides).toEqual([{ kind: "door", from: { x: 40, y: 0 }, to: { x: 40, y: 40 } }]);
  const hexes = { ...map, hexes: true } as MapView;
  expect(drawn(hexes).sides).toHaveLength(1);
});

it("hollows lie in the shade unless water fills them", () => {
  const hollow = (...ground: object[]) => drawn({ ...map, ground } as unknown as MapView).low;
  expect(hollow({ elevation: -2, water: 2 }, {})).toBe("");
  expect(hollow({ elevation: -3, water: 2 }, {})).not.toBe("");
  expect(hollow({ elevation: -3 }, {})).toBe(hollow({ elevation: -3, water: 2 }, { elevation: 1 }));
});

it("what is remarked of cells has a letter, and shows where nothing else does", () => {
  const marked = { ...map, remarks: [...map.remarks, [[0, 0], "slippery"]] } as MapView;
  expect([...remarkLetters(marked)]).toEqual([
    ["half cover", "a"],
    ["slippery", "b"],
  ]);
  expect(drawn(marked).remarks.map(({ letter }) => letter)).toEqual(["a", "b"]);
  expect(drawn(marked).remarked).toBe(drawn(map).remarked);
});
