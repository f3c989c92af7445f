import { expect, test } from "vitest";

import type { FigureSeen } from "../protocol/FigureSeen";
import { rulesOf, withSign } from "./figures";

const part = (source: string, value: number, rule: string) => ({ source, value, counts: true, rule });

test("a figure names its rules once, its own first", () => {
  const parts = [part("Level", 3, "attributes"), part("shield", 1, "armour"), part("DEX", 2, "attributes")];
  const figure: FigureSeen = { name: "Defense", value: "16", parts, rule: "defense" };
  expect(rulesOf(figure)).toEqual(["defense", "attributes", "armour"]);
  expect(rulesOf({ ...figure, parts: [], rule: null })).toEqual([]);
});

test("numbers are written as they are added", () => {
  expect([3, -1, 0].map(withSign)).toEqual(["+3", "−1", "+0"]);
});
