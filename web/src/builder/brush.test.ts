import { expect, test } from "vitest";

import { hasGround } from "./brush";

const tree = { map: { rows: ["..~"], legend: { "~": { water: 5 } } } };

test("a brush ends with the ground that it draws", () => {
  expect(hasGround(tree, { is: "ground", symbol: "~" })).toBe(true);
  expect(hasGround(tree, { is: "ground", symbol: ";" })).toBe(false);
  expect(hasGround({}, { is: "ground", symbol: "~" })).toBe(false);
});

test("open and solid ground is on every map, and so are sides", () => {
  expect(hasGround({}, { is: "ground", symbol: "." })).toBe(true);
  expect(hasGround({}, { is: "ground", symbol: "#" })).toBe(true);
  expect(hasGround({}, { is: "side", kind: "wall" })).toBe(true);
  expect(hasGround({}, undefined)).toBe(true);
});
