import { beforeEach, expect, it, vi } from "vitest";

import { fakeBrowser, FakeSocket } from "../connection/fake";
import { Table } from "../state/table.svelte";
import { asksWhat, whatCanBeSet } from "./settable";

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
