import { expect, it, vi } from "vitest";

import { countTyped, Typing } from "./typing";

it("what is typed counts once, soon after the last key or when the field is left", () => {
  vi.useFakeTimers();
  const typing = new Typing();
  const taken: string[] = [];
  for (const words of ["1", "12"]) typing.soon(() => taken.push(words));
  vi.advanceTimersByTime(1_000);
  expect(taken).toEqual(["12"]);
  typing.soon(() => taken.push("123"));
  typing.now(() => taken.push("left"));
  vi.advanceTimersByTime(1_000);
  expect(taken).toEqual(["12", "left"]);
});

it("what is typed just before the page is left counts, once", () => {
  vi.useFakeTimers();
  const [typing, other] = [new Typing(), new Typing()];
  const taken: string[] = [];
  typing.soon(() => taken.push("name"));
  other.soon(() => taken.push("given up"));
  other.stop();
  countTyped();
  expect(taken).toEqual(["name"]);
  countTyped();
  vi.advanceTimersByTime(1_000);
  expect(taken).toEqual(["name"]);
});
