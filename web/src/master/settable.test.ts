import { beforeEach, expect, it, vi } from "vitest";

import { fakeBrowser, FakeSocket } from "../connection/fake";
import { Table } from "../state/table.svelte";
import { asksWhat, called, correction, shelves, whatCanBeSet } from "./settable";

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
});

it("what can be set is an answer and not a complaint", async () => {
  const table = new Table("secret", "Ada");
  const socket = FakeSocket.last;
  socket.welcome();
  const told = whatCanBeSet(table, "garret.?");
  const message = "what can be set: hp or at";
  const problem = { is: "declined", why: { because: "unread", message }, message } as const;
  socket.hear({ is: "problem", id: 1, problem });
  expect(await told).toBe("What can be set: hp or at.");
  expect(table.notices).toEqual([]);
  table.close();
});

it("a mark at the end asks", () => {
  expect(["garret.?", "? ", "garret.hp 7"].map(asksWhat)).toEqual([true, true, false]);
});

it("a correction may begin as at a terminal", () => {
  const names = ["garret", "set piece"];
  const sent = (words: string) => correction(words, names);
  expect(sent(" set garret.hp 7 ")).toBe("garret.hp 7");
  expect(sent("garret.hp 7")).toBe("garret.hp 7");
  expect(sent("set piece.hp 7")).toBe("set piece.hp 7");
  expect(sent("set set piece.hp 7")).toBe("set piece.hp 7");
});

const value = (of: string, name: string) => ({ of, name, words: `${of}.${name}`, value: "3" });

it("values are called in words", () => {
  expect(["max_hp", "feats.extra_reactions", "kind.reach_ft"].map(called)).toEqual([
    "max hp",
    "feats: extra reactions",
    "reach ft",
  ]);
});

it("values stand under the things that they are of, and are found by name", () => {
  const all = [value("garret", "max_hp"), value("dagger", "kind.hp"), value("garret", "feats.wrath")];
  const names = (query: string) =>
    shelves(all, query).map(({ of, values }) => [of, ...values.map(({ name }) => name)]);
  expect(names("")).toEqual([
    ["garret", "max_hp", "feats.wrath"],
    ["dagger", "kind.hp"],
  ]);
  expect(names(" HP ")).toEqual([
    ["garret", "max_hp"],
    ["dagger", "kind.hp"],
  ]);
  expect(names("dagger")).toEqual([["dagger", "kind.hp"]]);
  expect(names("max hp")).toEqual([["garret", "max_hp"]]);
  expect(names("magic")).toEqual([]);
});
