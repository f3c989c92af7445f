import { describe, expect, it } from "vitest";

import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { LogLine } from "../protocol/LogLine";
import type { Update } from "../protocol/Update";
import { happened, isSteppedIn, latest, lay, nothing } from "./lay";

const creature = (id: number, name: string): CreatureSeen => ({
  id,
  name,
  side: 0,
  space: null,
  facing: null,
  size: "medium",
  reach: null,
  control: null,
  gauges: [],
  conditions: [],
  holding: [],
  active: true,
  hidden: false,
});

const line = (number: number, text: string): LogLine => ({
  number,
  depth: "event",
  text,
  rules: [],
  about: [],
  kind: "told",
  entry: 0,
});

const first = lay(nothing(), {
  number: 1,
  whole: true,

  creatures: [creature(0, "Maren"), creature(2, "ogre")],
  log: [line(0, "Round 1"), line(1, "Maren strikes.")],
  sides: ["patrol", "ambushers"],
});

describe("laying updates", () => {
  it("replaces what changed and keeps the rest as it was", () => {
    const next = lay(first, { number: 2, whole: false, creatures: [creature(1, "wolf")] });
    expect(next.creatures.map((one) => one.name)).toEqual(["Maren", "Wolf", "Ogre"]);
    expect(next.creatures[0]).toBe(first.creatures[0]);
    expect(next.log).toBe(first.log);
    expect(next.sides).toEqual(["patrol", "ambushers"]);
    expect(next.number).toBe(2);
  });

  it("that tell of people alone stir nothing", () => {
    const next = lay(first, { number: 2, whole: false, people: [] });
    expect([next.number, next.stirred]).toEqual([2, 1]);
  });

  it("forgets who is no longer seen, and takes who comes back", () => {
    const gone = lay(first, { number: 2, whole: false, gone: [2] });
    expect(gone.creatures.map((one) => one.id)).toEqual([0]);
    const back = lay(gone, {
      number: 3,
      whole: false,

      gone: [2],
      creatures: [creature(2, "ogre")],
    });
    expect(back.creatures.map((one) => one.id)).toEqual([0, 2]);
  });

  it("puts lines of the log at their numbers, changed ones in place of what they were", () => {
    const next = lay(first, {
      number: 2,
      whole: false,

      log: [{ ...line(1, "Maren strikes."), kind: "undone" }, line(2, "Undone.")],
    });
    expect(next.log.map((one) => [one.number, one.kind])).toEqual([
      [0, "told"],
      [1, "undone"],
      [2, "told"],
    ]);
  });

  it("forgets everything before a whole update, the log included", () => {
    const next = lay(first, { number: 1, whole: true, log: [line(0, "Round 2")] });
    expect(next.creatures).toEqual([]);
    expect(next.log).toHaveLength(1);
    expect(next.sides).toEqual([]);
  });
});

describe("the game master", () => {
  const told = lay(nothing(), { number: 1, whole: true, log: [line(0, "Maren strikes.")] });
  const remark: LogLine = { ...line(1, "The last decision is taken back."), kind: "remark" };
  const stepsIn = (update: Partial<Update>) => isSteppedIn(told, { number: 2, whole: false, ...update });

  it("has stepped in where something is taken back, set right or paused", () => {
    expect(stepsIn({ log: [{ ...line(0, "Maren strikes."), kind: "undone" }] })).toBe(true);
    expect(stepsIn({ log: [remark] })).toBe(true);
    expect(stepsIn({ settings: { ...told.settings, paused: true } })).toBe(true);
  });

  it("has not where the fight goes on", () => {
    expect(stepsIn({ log: [line(1, "The wolf bites.")] })).toBe(false);
    expect(stepsIn({ settings: told.settings })).toBe(false);
    const later = lay(told, { number: 2, whole: false, log: [remark] });
    expect(isSteppedIn(later, { number: 1, whole: true, log: [line(0, "Maren strikes."), remark] })).toBe(
      false,
    );
  });
});

describe("what just happened", () => {
  const known = { ...nothing(), log: [line(0, "Round 1")] };
  const update = (log: LogLine[], whole = false) => ({ number: 2, whole, log });

  it("is added to what was shown of it", () => {
    const [one, two] = [line(1, "Maren strikes."), line(2, "The wolf bites.")];
    const shown = happened([], known, update([one]));
    expect(happened(shown, { ...known, log: [...known.log, one] }, update([two]))).toEqual([one, two]);
    expect(happened(shown, known, { number: 3, whole: false })).toBe(shown);
  });

  it("is not what was taken back, but that it was", () => {
    const struck = line(1, "Maren strikes.");
    const before = { ...known, log: [...known.log, struck] };
    const remark: LogLine = { ...line(2, "The last decision is taken back."), kind: "remark" };
    const undone = update([{ ...struck, kind: "undone" }, remark]);
    expect(happened([struck], before, undone)).toEqual([remark]);
  });

  it("is shown with what the act in progress has come to", () => {
    const [one, struck] = [line(0, "Maren strikes."), line(1, "The ogre falls.")];
    const number: LogLine = { ...line(2, "attack d20 [17]"), depth: "number" };
    const before = { ...known, log: [one] };
    expect(latest([one, struck, number], [], before)).toEqual([struck]);
    expect(latest([one, struck, number], [one], before)).toEqual([one, struck]);
  });

  it("writes names within conditions as they are told of", () => {
    const held = {
      ...creature(1, "wolf"),
      conditions: ["Hidden (ogre)", "held (Maren, ogre)", "prone (2 rounds)"],
    };
    const next = lay(first, { number: 2, whole: false, creatures: [held] });
    expect(next.creatures[1]?.conditions).toEqual([
      "Hidden (Ogre)",
      "held (Maren, Ogre)",
      "prone (2 rounds)",
    ]);
  });
});
