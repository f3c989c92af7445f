import { describe, expect, it } from "vitest";

import type { Tree } from "../connection/http";
import {
  at,
  creatures,
  drawnOutside,
  freeName,
  painted,
  placed,
  resized,
  roster,
  rowsOf,
  withAt,
  withKind,
  withSides,
  type Branch,
} from "./tree";

const tree: Tree & object = {
  name: "Duel",
  creature: [
    { name: "maren", at: [1, 2] },
    {
      name: "orc",
      count: 3,
      at: [
        [5, 5],
        [6, 5],
      ],
    },
  ],
};

describe("trees", () => {
  it("change at a path and nowhere else", () => {
    const changed = withAt(tree, ["creature", 0, "hp"], 7);
    expect(at(changed, ["creature", 0])).toEqual({ name: "maren", at: [1, 2], hp: 7 });
    expect(at(changed, ["creature", 1])).toBe(at(tree, ["creature", 1]));
    expect(at(tree, ["creature", 0, "hp"])).toBeUndefined();
  });

  it("make what is missing on the way, and leave out what is taken away", () => {
    expect(withAt({}, ["map", "legend", "~"], { water: 1 })).toEqual({
      map: { legend: { "~": { water: 1 } } },
    });
    expect(withAt({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
    expect(at(withAt(tree, ["creature", 0], undefined), ["creature"])).toHaveLength(1);
  });
});

describe("creatures of a scenario", () => {
  const entries = creatures(tree);

  it("are counted as the fight counts them", () => {
    expect(roster(entries)).toEqual([
      { entry: 0, member: 0 },
      { entry: 1, member: 0 },
      { entry: 1, member: 1 },
      { entry: 1, member: 2 },
    ]);
  });

  it("stand where they are put, the others of their group where they were", () => {
    expect(placed(entries[0]!, 0, [3, 3]).at).toEqual([3, 3]);
    expect(placed(entries[1]!, 0, [9, 9]).at).toEqual([
      [9, 9],
      [6, 5],
      [6, 5],
    ]);
  });

  it("get names that are free", () => {
    expect(freeName(entries, "ogre")).toBe("ogre");
    expect(freeName(entries, "Orc")).toBe("Orc b");
  });

  it("stay on a side that is called otherwise", () => {
    const before = {
      sides: ["heroes", "foes"],
      creature: [{ name: "orc", side: "foes" }],
      policies: { foes: "x" },
    };
    expect(withSides(before, before.sides, ["heroes", "beasts"])).toEqual({
      sides: ["heroes", "beasts"],
      creature: [{ name: "orc", side: "beasts" }],
      policies: { beasts: "x" },
    });
    expect(withSides(before, before.sides, ["foes", "heroes"])).toMatchObject({ creature: before.creature });
    expect(withSides(before, before.sides, ["foes"])).toMatchObject({ creature: before.creature });
  });

  it("of another kind are named after it, unless they have a name of their own", () => {
    const taken = [{ name: "wolf" }];
    const kinds = new Map<string, Branch>([
      ["orc", { name: "orc", about: "Green.", str: 8, items: ["axe"] }],
      ["wolf", { name: "wolf", str: 5 }],
    ]);
    const into = (entry: Branch, kind: string) => withKind(entry, kind, taken, kinds);
    expect(into({ name: "orc b", kind: "orc" }, "wolf")).toEqual({ name: "wolf b", kind: "wolf" });
    expect(into({ name: "grumm", kind: "ogre" }, "wolf")).toEqual({ name: "grumm", kind: "wolf" });
    // Written out, it is what it was, and what it would have from a kind it need not say.
    const written = { name: "orc", str: 9, items: ["axe"] };
    expect(into({ name: "orc", kind: "orc", str: 9 }, "")).toEqual(written);
    expect(into(written, "orc")).toEqual({ name: "orc", kind: "orc", str: 9 });
  });
});

describe("maps", () => {
  it("grow with open ground and shrink from the far side", () => {
    expect(resized(["#~", "#~"], 3, 3)).toEqual(["#~.", "#~.", "..."]);
    expect(resized(["#~", "#~"], 1, 1)).toEqual(["#"]);
    expect(rowsOf({ map: { rows: 2, columns: 3 } })).toEqual(["...", "..."]);
  });

  it("are painted a cell at a time", () => {
    const rows = ["...", "..."];
    expect(painted(rows, 1, 1, "#")).toEqual(["...", ".#."]);
    expect(painted(rows, 1, 5, "#")).toBe(rows);
    expect(painted(rows, 0, 0, ".")).toBe(rows);
  });
});

it("drawn ground outside of a size is counted before it is lost", () => {
  const rows = ["..#.", "...~", "...."];
  expect(drawnOutside(rows, 3, 3)).toBe(1);
  expect(drawnOutside(rows, 2, 1)).toBe(2);
  expect([drawnOutside(rows, 4, 2), drawnOutside(rows, 9, 9)]).toEqual([0, 0]);
});
