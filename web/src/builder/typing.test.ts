import { expect, it, vi } from "vitest";

import { Typing } from "./typing";

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
