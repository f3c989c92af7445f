import { beforeEach, expect, it, vi } from "vitest";

import { drafts, forgetDraft, keepDraft, keyFor, newKey } from "./drafts";

let kept: Map<string, string>;
let room: number;

beforeEach(() => {
  kept = new Map();
  room = Infinity;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error("no room");
      kept.set(key, value);
    },
  });
});

const names = () => drafts().map(({ tree }) => (tree as { name: string }).name);

it("several encounters are kept, the last changed first, until they are removed", () => {
  keepDraft("a", { name: "Duel" });
  keepDraft("b", { name: "Ford" });
  keepDraft("a", { name: "Duel at dawn" });
  expect(names()).toEqual(["Duel at dawn", "Ford"]);
  forgetDraft("a");
  expect(names()).toEqual(["Ford"]);
});

it("none is given up for another one, and where there is no room that is said", () => {
  for (let count = 0; count < 30; count++) keepDraft(newKey(), { name: `Fight ${count}` });
  expect(drafts()).toHaveLength(30);
  room = JSON.stringify(drafts()).length;
  expect(keepDraft("new", { name: "The last" })).toBe(false);
  expect(drafts()).toHaveLength(30);
  expect(names()[0]).toBe("Fight 29");
  forgetDraft(drafts()[7]?.key ?? "");
  expect(keepDraft("new", { name: "The last" })).toBe(true);
  expect(names()[0]).toBe("The last");
});

it("the one that was kept alone is among them", () => {
  kept.set("affray.draft", JSON.stringify({ name: "Old" }));
  expect(names()).toEqual(["Old"]);
  keepDraft("new", { name: "New" });
  expect(names()).toEqual(["New", "Old"]);
});

it("what is kept already is not kept twice", () => {
  keepDraft("a", { name: "Duel", map: { rows: ["..", ".."], edges: [] } });
  expect(keyFor({ map: { edges: [], rows: ["..", ".."] }, name: "Duel" })).toBe("a");
  expect(keyFor({ name: "Duel", map: { rows: ["..", ".#"], edges: [] } })).not.toBe("a");
});
