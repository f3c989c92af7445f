import { beforeEach, expect, it, vi } from "vitest";

import type { Problem } from "../protocol/Problem";
import { fakeBrowser, FakeSocket } from "./fake";
import { Line, type LineState } from "./socket";

let browser: ReturnType<typeof fakeBrowser>;
let line: Line;
let states: LineState[];

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  states = [];
  line = new Line("secret", "Ada", {
    welcome: () => undefined,
    update: () => undefined,
    ledOn: () => undefined,
    state: (state) => states.push(state),
  });
  FakeSocket.last.welcome();
});

const SECOND = 1_000;

it("is given up where nothing is heard after something was asked, and opened anew", async () => {
  const asked = line.ask({ is: "why" }).catch((error: Error) => error.message);
  vi.advanceTimersByTime(18 * SECOND);
  expect(await asked).toContain("The connection was lost");
  expect(states).toEqual(["connecting", "open", "lost", "connecting"]);
  const again = FakeSocket.last;
  expect(FakeSocket.all).toHaveLength(2);
  again.welcome();
  // What the one before says at last is of no interest.
  FakeSocket.all[0]?.onclose?.();
  expect(states.at(-1)).toBe("open");
});

it("may be waited on for long where signs of life come", () => {
  void line.ask({ is: "advise", policy: "greedy" });
  const socket = FakeSocket.last;
  for (let seconds = 0; seconds < 90; seconds++) {
    vi.advanceTimersByTime(SECOND);
    if (socket.asked.at(-1) === "log") socket.answer();
  }
  expect(FakeSocket.all).toHaveLength(1);
  expect(socket.asked[0]).toBe("advise");
  expect(socket.asked.slice(1)).not.toHaveLength(0);
});

it("is tried from time to time where nothing is asked", () => {
  void line.ask({ is: "why" });
  const socket = FakeSocket.last;
  socket.answer();
  vi.advanceTimersByTime(29 * SECOND);
  expect(socket.asked).toEqual(["why"]);
  vi.advanceTimersByTime(2 * SECOND);
  expect(socket.asked).toEqual(["why", "log"]);
  vi.advanceTimersByTime(13 * SECOND);
  expect(states).toContain("lost");
});

it("is lost at once where the browser says that there is no network", () => {
  browser.window.dispatchEvent(new Event("offline"));
  expect(states.at(-1)).toBe("lost");
});

it("is opened anew in another network, and at once where it was lost", () => {
  browser.window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(SECOND);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.onclose?.();
  browser.window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(3);
});

it("is tried when the page is looked at again", () => {
  browser.document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.last.asked).toEqual(["log"]);
  vi.advanceTimersByTime(13 * SECOND);
  expect(states).toContain("lost");
});

it("is given up where it does not come about, and stays closed when it is closed", () => {
  FakeSocket.last.onclose?.();
  vi.advanceTimersByTime(SECOND);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(14 * SECOND);
  expect(FakeSocket.all).toHaveLength(3);
  line.close();
  browser.window.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(600 * SECOND);
  expect(FakeSocket.all).toHaveLength(3);
});

it("does not come back where the greeting is too much, but where another message was", () => {
  const problem: Problem = { is: "too-much", message: "a name has at most 40 letters" };
  FakeSocket.last.hear({ is: "problem", id: null, problem });
  expect(states.at(-1)).toBe("open");
  FakeSocket.last.onclose?.();
  vi.advanceTimersByTime(SECOND);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.hear({ is: "problem", id: null, problem });
  FakeSocket.last.onclose?.();
  expect(states.at(-1)).toBe("refused");
  vi.advanceTimersByTime(600 * SECOND);
  expect(FakeSocket.all).toHaveLength(2);
});
