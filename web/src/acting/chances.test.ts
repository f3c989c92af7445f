import { describe, expect, it } from "vitest";

import type { Change } from "../protocol/Change";
import type { Effect } from "../protocol/Effect";
import type { VerdictChance } from "../protocol/VerdictChance";
import { atStake, byRoll, isSure, likely, percent, plainly, repeats, risksApart, signed } from "./chances";

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

  it("are no alternatives where a roll is held against several", () => {
    const volley = [told("tilda", "volley", "failure", 0.35), told("tilda", "volley", "success", 0.7)];
    expect(byRoll(volley).map(repeats)).toEqual([true]);
    const attack = [told("tilda", "attack", "failure", 0.35), told("tilda", "attack", "success", 0.65)];
    expect(byRoll(attack).map(repeats)).toEqual([false]);
  });

  it("of the first roll are told in short, the likeliest first", () => {
    const all = [
      told("tilda", "attack", "failure", 0.35),
      told("tilda", "attack", "success", 0.6),
      told("tilda", "attack", "Critical Success", 0.05),
      told(null, "damage", "doubled", 0.05),
    ];
    expect(likely(all, "tilda")).toEqual(["success 60%", "failure 35%"]);
    expect(likely([], "tilda")).toEqual([]);
  });

  it("of a roll that is somebody else's are told with whose it is", () => {
    const all = [told("durn", "Fortitude", "resists", 0.2), told("durn", "Fortitude", "fails", 0.8)];
    expect(likely(all, "tilda")).toEqual(["Durn, Fortitude: fails 80%", "resists 20%"]);
    expect(likely([told(null, "damage", "doubled", 0.05)], "tilda")).toEqual(["Damage: doubled 5%"]);
  });

  it("of a roll that is held against several are no alternatives", () => {
    const volley = [told("tilda", "volley", "failure", 0.35), told("tilda", "volley", "success", 0.7)];
    expect(likely(volley, "tilda")).toEqual(["success 70% at least once", "failure 35% at least once"]);
    const atTen = [told("tilda", "volley", "failure", 0.35), told("tilda", "volley", "success", 0.99999)];
    expect(likely(atTen, "tilda")).toEqual(["failure 35% at least once"]);
  });

  it("of a roll whose end is sure are passed over", () => {
    const all = [told("tilda", "aim", "success", 1), told("tilda", "attack", "success", 0.6)];
    expect(likely(all, "tilda")).toEqual(["success 60%"]);
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

it("a chance is rounded, and never to what is sure or impossible", () => {
  const parts = [0.634, 0.0412, 0.0004, 0.9996, 1, 0];
  expect(parts.map((value) => percent({ value }))).toEqual(["63%", "4.1%", "<0.1%", ">99.9%", "100%", "0%"]);
});

describe("risks", () => {
  const effect = (name: string, what: string): Effect => ({
    name,
    what,
    change: "breaks",
    chance: share(0.2),
  });
  const change = (name: string, gauge: string): Change => ({
    name,
    gauge,
    rises: false,
    mean: -1,
    chance: share(0.2),
    distribution: [],
  });
  const risk = (what: string, mean: number | null = null, chance = 0.2) => ({
    what,
    mean,
    chance: share(chance),
  });
  const apart = (all: ReturnType<typeof risk>[], told: (Effect | Change)[]) =>
    risksApart({ name: "garret", risks: all }, told).map(({ what }) => what);

  it("are not told twice of one's own things, nor of oneself", () => {
    const all = [risk("prone"), risk("dagger: broken"), risk("dagger: HP", -2), risk("HP", -3)];
    const own = [
      effect("garret", "prone"),
      effect("dagger of garret", "broken"),
      change("dagger of garret", "HP"),
      change("garret", "HP"),
    ];
    expect(apart(all, own)).toEqual(["HP"]);
  });

  it("are one's own, whatever becomes of others", () => {
    const all = [risk("prone"), risk("dagger: broken")];
    const others = [effect("ogre", "prone"), effect("dagger of ogre", "broken")];
    expect(apart(all, others)).toEqual(["prone", "dagger: broken"]);
  });

  it("are none where they are sure", () => {
    expect(apart([risk("prone", null, 1)], [])).toEqual([]);
  });
});

describe("what is at stake", () => {
  const change = (name: string, gauge: string, mean: number, values = 2): Change => ({
    name,
    gauge,
    rises: false,
    mean,
    chance: share(0.5),
    distribution: Array.from({ length: values }, (_, value) => ({ value, chance: share(1 / values) })),
  });
  const effect = (name: string, what: string, kind: Effect["change"], value: number): Effect => ({
    name,
    change: kind,
    what,
    chance: share(value),
  });

  it("stands in one line, the own first: what is lost on average, then that one may drop", () => {
    const changes = [
      change("hale", "Hits", -5.52),
      change("hale", "Focus", 0),
      change("bren", "Hits", -2, 1),
    ];
    const effects = [
      effect("hale", "prone", "gains", 0.3),
      effect("hale", "out of the fight", "drops", 0.12),
    ];
    expect(atStake({ name: "hale", changes, effects })).toEqual([
      "Hits −5.5 on average",
      "out of the fight 12%",
      "prone 30%",
      "Bren: Hits −2",
    ]);
  });

  it("is cut with a sign, and never leaves out that whoever is asked drops", () => {
    const drop = effect("hale", "out of the fight", "drops", 0.12);
    const others = ["bren", "cid", "dunn", "elk"].map((name) => change(name, "Hits", -2));
    expect(atStake({ name: "hale", changes: others, effects: [drop] })).toEqual([
      "out of the fight 12%",
      "Bren: Hits −2 on average",
      "Cid: Hits −2 on average",
      "Dunn: Hits −2 on average",
      "…",
    ]);
    const own = ["Hits", "Focus", "Breath", "Luck"].map((gauge) => change("hale", gauge, -1));
    expect(atStake({ name: "hale", changes: own, effects: [drop] })).toEqual([
      "Hits −1 on average",
      "Focus −1 on average",
      "Breath −1 on average",
      "out of the fight 12%",
      "…",
    ]);
  });

  it("is nothing where nothing changes", () => {
    expect(atStake({ name: "hale", changes: [], effects: [] })).toEqual([]);
  });
});
