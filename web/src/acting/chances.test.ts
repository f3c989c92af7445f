import { describe, expect, it } from "vitest";

import type { VerdictChance } from "../protocol/VerdictChance";
import { byRoll, isSure, plainly, signed } from "./chances";

const share = (value: number) => ({ fraction: String(value), value, low: value, high: value });

const told = (by: string | null, roll: string, verdict: string, value: number): VerdictChance => ({
  by,
  roll,
  verdict,
  chance: share(value),
  rolled: share(1),
});

describe("verdicts", () => {
  it("stand with those of the same roll of the same creature", () => {
    const rolls = byRoll([
      told("alda", "attack", "hit", 0.6),
      told("durn", "Fortitude", "resists", 0.2),
      told("alda", "attack", "miss", 0.4),
      told("durn", "attack", "hit", 0.5),
    ]);
    const words = rolls.map(({ by, roll, verdicts }) => [by, roll, verdicts.map(({ verdict }) => verdict)]);
    expect(words).toEqual([
      ["alda", "attack", ["hit", "miss"]],
      ["durn", "Fortitude", ["resists"]],
      ["durn", "attack", ["hit"]],
    ]);
  });

  it("need no table where a roll has but one that is told", () => {
    const doubled = { ...told(null, "damage", "doubled", 0.05), rolled: share(0.05) };
    expect(byRoll([doubled]).map(plainly)).toEqual([true]);
    expect(byRoll([told("durn", "Fortitude", "resists", 0.2)]).map(plainly)).toEqual([false]);
  });

  it("are sure but for what has no end", () => {
    expect(isSure(share(1))).toBe(true);
    expect(isSure(share(0.999))).toBe(false);
  });
});

describe("a mean", () => {
  it("has its sign, and none below what is told of it", () => {
    expect([-7.34, 2, -0.04, 12.6].map(signed)).toEqual(["−7.3", "+2", "+0", "+13"]);
  });
});
