import { beforeEach, expect, it, vi } from "vitest";

import { fakeBrowser, FakeSocket } from "../connection/fake";
import type { Person } from "../protocol/Person";
import type { Question } from "../protocol/Question";
import type { ServerMessage } from "../protocol/ServerMessage";
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

it("a complaint about an answer goes with the question", () => {
  const table = new Table("secret", "Ada");
  const socket = FakeSocket.last;
  socket.welcome();
  const asks = (number: number, question: string) =>
    socket.hear({
      is: "update",
      number,
      whole: number === 1,
      standing: { is: "asks", questions: [{ who: 0, question } as Question] },
    });
  asks(1, "What does Alda do?");
  table.pace.hurry();
  table.say("The ogre is in the way.", "bad", undefined, "else");
  table.say("There is no such condition.", "bad");
  asks(2, "What does Alda do?");
  table.pace.hurry();
  expect(table.notices).toHaveLength(2);
  asks(3, "Does Alda step in?");
  table.pace.hurry();
  expect(table.notices.map(({ text }) => text)).toEqual(["There is no such condition."]);
  table.close();
});

it("what is refused in the line stands there alone, until something is taken", () => {
  const table = new Table("secret", "Ada");
  const said = () => table.notices.map(({ text }) => text);
  for (const words of ["Nobody is at 9,9.", "There is no grappler."])
    table.say(words, "bad", undefined, "line");
  expect(said()).toEqual(["There is no grappler."]);
  table.say("The map is large.");
  table.settle();
  expect(said()).toEqual(["The map is large."]);
  table.close();
});

it("players who are away are told from those who are here", () => {
  const table = new Table("secret", "Ada");
  const socket = FakeSocket.last;
  socket.welcome();
  const player = { role: "player" as const, seat: 2, name: "Cleo", creatures: [4], here: false };
  const people = (...all: Person[]) =>
    socket.hear({ is: "update", number: 1, whole: true, people: all } as ServerMessage);
  people(player);
  table.pace.hurry();
  expect([table.playersOf(4), table.playersHere(4), table.playersAway(4)]).toEqual([["Cleo"], [], ["Cleo"]]);
  people(player, { ...player, name: "Dora", seat: 3, here: true });
  table.pace.hurry();
  expect([table.playersHere(4), table.playersAway(4)]).toEqual([["Dora"], []]);
  table.close();
});

it("the program decides for nobody who was taken out of the fight", () => {
  const table = new Table("secret", "Ada");
  const socket = FakeSocket.last;
  socket.welcome();
  const player = { role: "player", seat: 2, name: "Cleo", creatures: [3, 4], here: false };
  socket.hear({
    is: "update",
    number: 1,
    whole: true,
    people: [player],
    creatures: [{ id: 4, name: "alda", conditions: [] }],
    settings: {
      controls: [
        [3, "simple"],
        [4, "simple"],
      ],
    },
  } as unknown as ServerMessage);
  table.pace.hurry();
  expect(table.byProgram).toEqual([4]);
  table.close();
});

it("who is led to another table knows the way there", () => {
  const table = new Table("secret", "Ann");
  const socket = FakeSocket.last;
  socket.welcome();
  expect(table.ledOn).toBeUndefined();
  socket.hear({ is: "led-on", token: "another" });
  expect(table.ledOn).toBe("another");
  table.close();
});
