import { beforeEach, describe, expect, it, vi } from "vitest";

import { forgetTable, isLoopback, ownLinks, ownTables, rememberLinks, rememberTable } from "./tables";

describe("the tables of this browser", () => {
  const table = { id: "t", name: "Duel", system: "Three Actions", role: "game-master", token: "own", at: 1 };
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

  it("keep their links as long as they are known", () => {
    rememberTable(table);
    rememberLinks("own", { 2: "secret" });
    rememberTable({ ...table, at: 2 });
    expect(ownLinks("own")).toEqual({ 2: "secret" });
    forgetTable("own");
    expect(ownLinks("own")).toEqual({});
  });

  it("are given up for no other one, and where there is no room that is said", () => {
    for (let count = 0; count < 60; count++) rememberTable({ ...table, token: `own ${count}` });
    expect(ownTables()).toHaveLength(60);
    room = JSON.stringify(ownTables()).length;
    expect(rememberTable({ ...table, token: "new" })).toBe(false);
    expect(ownTables()).toHaveLength(60);
    expect(rememberTable({ ...table, token: "own 3" })).toBe(true);
  });

  it("are known by their links where there is no room for what they were begun with", () => {
    room = 500;
    rememberTable({ ...table, text: "x".repeat(1000) });
    rememberLinks("own", { 2: "secret" });
    expect(ownTables()).toEqual([{ ...table, links: { 2: "secret" } }]);
  });
});

it("an address of the computer itself is known as one that nobody else can open", () => {
  for (const host of ["localhost", "fight.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    expect(isLoopback(host), host).toBe(true);
  }
  for (const host of ["192.168.1.7", "table.example", "10.127.0.1", "127.example.org"]) {
    expect(isLoopback(host), host).toBe(false);
  }
});
