import { beforeEach, expect, it, vi } from "vitest";

import { fakeBrowser, FakeSocket } from "../connection/fake";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { ServerMessage } from "../protocol/ServerMessage";
import { Glance } from "./glance.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
});

it("tells the table and whom one will play, and leaves again", () => {
  const glance = new Glance("secret");
  const socket = FakeSocket.last;
  socket.welcome();
  expect(socket.sent[0]).toEqual({ is: "hello", token: "secret" });
  expect(glance.info?.name).toBe("Table");
  const seat = { id: 2, role: "player", creatures: [1], plays: ["first"], name: "Bert", connected: 0 };
  glance.seat = seat as typeof glance.seat;
  const creatures = ["ogre", "garret"].map(
    (name, id) => ({ id, name, conditions: [] }) as unknown as CreatureSeen,
  );
  socket.hear({ is: "update", number: 1, whole: true, creatures } as ServerMessage);
  expect(glance.plays).toEqual(["Garret"]);
  expect(socket.readyState).toBe(2);
});

it("says so where the link opens nothing", () => {
  const glance = new Glance("secret");
  FakeSocket.last.hear({ is: "problem", id: null, problem: { is: "unknown", message: "no such link" } });
  expect(glance.refusal).toBe("No such link");
});
