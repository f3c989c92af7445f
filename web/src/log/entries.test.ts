import { expect, it } from "vitest";

import type { Depth } from "../protocol/Depth";
import type { LogLine } from "../protocol/LogLine";
import { entries, filtered, sentenceOf, ruleNames } from "./entries";

const line = (
  number: number,
  depth: Depth,
  text: string,
  entry: number | null,
  about: number[] = [],
): LogLine => ({
  number,
  depth,
  text,
  rules: [],
  about,
  kind: "told",
  entry,
});

const all = entries([
  line(0, "heading", "Round 1", 0),
  line(1, "event", "Maren strikes at the ogre.", 1, [0, 1]),
  line(2, "number", "maren: attack d20 [17]", 1, [0]),
  line(3, "event", "Maren hits.", 1, [0]),
  line(4, "heading", "Ogre's Turn", 2),
  line(5, "number", "ogre: will d6 [2]", 3, [1]),
  line(6, "event", "The ogre stands up.", 3, [1]),
]);

it("a remark in their midst keeps numbers from no event", () => {
  const remark = { ...line(1, "event", "The game is paused.", null), kind: "remark" as const };
  const found = entries([
    line(0, "event", "Maren strikes at the ogre.", 0),
    remark,
    line(2, "number", "maren: attack d20 [17]", 0),
  ]);
  expect(found.map((entry) => entry.numbers.map((one) => one.number))).toEqual([[2], []]);
});

it("a correction in their midst takes no numbers from the act", () => {
  const corrected = { ...line(1, "event", "The ogre has 9 HP now.", 1), after: 1 };
  const found = entries([
    line(0, "number", "maren: attack d20 [17]", 0),
    corrected,
    line(2, "event", "Maren hits.", 0),
  ]);
  expect(found.map((entry) => entry.numbers.map((one) => one.number))).toEqual([[], [0]]);
});

it("numbers stand with the event that they belong to", () => {
  expect(all.map((entry) => [entry.line.number, entry.numbers.map((one) => one.number)])).toEqual([
    [0, []],
    [1, [2]],
    [3, []],
    [4, []],
    [6, [5]],
  ]);
});

it("what leads to no event stands alone where it came", () => {
  const found = entries([
    line(0, "heading", "Ranged segment", 0),
    line(1, "number", "Cael does no more in this segment.", 1),
    line(2, "number", "Pell does no more in this segment.", 2),
    line(7, "number", "Dust settles.", 2),
    line(3, "heading", "Movement segment", 2),
    line(4, "number", "Maren does no more in this segment.", 3),
    line(5, "number", "bren: will d6 [2]", 4),
    line(6, "event", "Bren is Ready.", 4),
  ]);
  expect(found.map((entry) => [entry.line.number, entry.numbers.map((one) => one.number)])).toEqual([
    [0, []],
    [1, []],
    [2, [7]],
    [3, []],
    [4, []],
    [6, [5]],
  ]);
});

it("a filter keeps headings only with what is below them", () => {
  const numbers = (query: string, about?: number) =>
    filtered(all, query, about).map((entry) => entry.line.number);
  expect(numbers("d20 maren")).toEqual([0, 1]);
  expect(numbers("", 1)).toEqual([0, 1, 4, 6]);
  expect(numbers("stands", 0)).toEqual([]);
  expect(numbers("")).toHaveLength(5);
});

it("rules that stand in a sentence are called by their names", () => {
  expect(sentenceOf("Durn's act comes to nothing (conditions/slowed).")).toBe(
    "Durn's act comes to nothing (slowed).",
  );
  expect(sentenceOf("Bren (3/4 of them) goes to 3,4 (swift/definition).")).toBe(
    "Bren (3/4 of them) goes to 3,4 (swift).",
  );
});

it("tells rules of one name apart by their chapters", () => {
  expect(ruleNames(["magic/range", "shooting/range", "cover/definition", "cover/partial"])).toEqual([
    "range (magic)",
    "range (shooting)",
    "cover",
    "partial",
  ]);
});
