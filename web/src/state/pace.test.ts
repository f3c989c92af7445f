import { beforeEach, expect, it, vi } from "vitest";

import type { LogLine } from "../protocol/LogLine";
import type { Update } from "../protocol/Update";
import { lasts, Pace } from "./pace.svelte";

const line = (number: number, depth: LogLine["depth"] = "event"): LogLine => ({
  number,
  depth,
  text: "Something happens.",
  rules: [],
  about: [],
  kind: "told",
  entry: number,
});

const happens = (number: number): Update => ({ number, whole: false, log: [line(number)] });

let shown: number[] = [];
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  shown = [];
  pace = new Pace((update) => shown.push(update.number));
});

it("what happens at once is shown one after the other", () => {
  for (const number of [1, 2, 3]) pace.take(happens(number));
  expect(shown).toEqual([1]);
  expect(pace.behind).toBe(2);
  vi.advanceTimersByTime(1_200);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1_200);
  expect(shown).toEqual([1, 2, 3]);
});

it("what tells of nothing is not waited for", () => {
  const silent: Update = { number: 2, whole: false, people: [] };
  expect(lasts(silent)).toBe(0);
  pace.take(happens(1));
  pace.take(silent);
  pace.take(happens(3));
  vi.advanceTimersByTime(1_200);
  expect(shown).toEqual([1, 2, 3]);
});

it("who does something sees everything that waits", () => {
  for (const number of [1, 2, 3]) pace.take(happens(number));
  pace.hurry();
  expect(shown).toEqual([1, 2, 3]);
  // And what comes of it at once.
  pace.take(happens(4));
  expect(shown).toEqual([1, 2, 3, 4]);
});

it("everything anew replaces what waits", () => {
  for (const number of [1, 2, 3]) pace.take(happens(number));
  pace.take({ number: 9, whole: true });
  expect(shown).toEqual([1, 9]);
});

it("nobody stays far behind, however much happens", () => {
  for (let number = 1; number <= 500; number++) pace.take(happens(number));
  vi.advanceTimersByTime(16_000);
  expect(shown).toHaveLength(500);
  expect(pace.behind).toBe(0);
});

it("at once, the first is shown as it comes and what follows within a moment together", () => {
  pace.choose("at once");
  for (const number of [1, 2, 3]) pace.take(happens(number));
  expect(shown).toEqual([1]);
  expect(pace.behind).toBe(0);
  vi.advanceTimersByTime(49);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2, 3]);
  // After a quiet moment nothing is waited for again.
  vi.advanceTimersByTime(50);
  pace.take(happens(4));
  expect(shown).toEqual([1, 2, 3, 4]);
});
