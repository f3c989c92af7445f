import { beforeEach, expect, it, vi } from "vitest";

import { fakeBrowser, FakeSocket } from "../connection/fake";
import { Table } from "./table.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
});

it("decisions are taken back one at a time", async () => {
  const table = new Table("secret", "Ada");
  const socket = FakeSocket.last;
  socket.welcome();
  for (let times = 0; times < 5; times++) void table.turn("undo");
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.asked).toEqual(["undo"]);
  socket.answer();
  await vi.advanceTimersByTimeAsync(0);
  void table.turn("redo");
  expect(socket.asked).toEqual(["undo", "redo"]);
  table.close();
});
