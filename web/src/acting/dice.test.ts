import { describe, expect, it } from "vitest";

import { example, hint, misread, poolOf, poolWords, tapped, total } from "./dice";

const pool = (written: string) => poolOf(written)!;

describe("a pool of dice", () => {
  it.each([
    ["d6+6", "d6+6"],
    ["2d6-1", "2d6-1"],
    ["d20 dis", "d20, twice, the lower counts"],
    ["d20+3 adv", "d20, twice, the higher counts; + 3"],
    ["2d20 adv", "2d20, each twice, the higher counts"],
    ["4d6kh3", "4d6, the 3 highest count"],
    ["2d20kl1-2", "2d20, the lowest counts; − 2"],
    ["d10!", "d10, again after every 10"],
    ["5d10>=7", "5d10, each of 7 or more counts"],
    ["d6*2", "d6; times 2"],
    ["a handful", "a handful"],
  ])("%s is said as people read it", (written, words) => {
    expect(poolWords(written)).toBe(words);
  });

  it("is tapped die by die where it is known how many fall", () => {
    expect(["d6+6", "3d6", "d20 dis", "d10!", "d100", "9d6"].map((one) => tapped(pool(one)))).toEqual([
      1, 3, 2, 0, 0, 0,
    ]);
  });

  it("of one die comes to more than its face", () => {
    expect(total(pool("d6+6"), 4)).toBe(10);
    expect(total(pool("d6-1"), 1)).toBe(0);
    expect(total(pool("d6"), 4)).toBeUndefined();
    expect(total(pool("2d6+6"), 4)).toBeUndefined();
  });

  it("does not show what is on none of its dice", () => {
    expect(misread(pool("d20"), "25")).toBe("A d20 shows 1 to 20.");
    expect(misread(pool("2d6"), "0 3")).toBe("A d6 shows 1 to 6.");
    expect([misread(pool("d20"), "20"), misread(pool("2d6"), "=9"), misread(pool("d6"), "")]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it("has an example that can be shown", () => {
    expect(["d6", "d20 adv", "2d6", "d10!"].map((one) => example(pool(one)))).toEqual([
      "3",
      "10 9",
      "3 2, or =7 in all",
      "5",
    ]);
  });
});

it("what is thrown again is to be entered with it", () => {
  expect(hint(pool("d6"))).toBe("");
  expect(hint(pool("d4!"))).toBe(
    "After a 4 the die is thrown again and added: enter all that fell, such as 4 2.",
  );
});
