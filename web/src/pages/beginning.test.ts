import { expect, it } from "vitest";

import { nothing, type Known } from "../state/lay";
import { isWaiting } from "./beginning";

const known = (paused: boolean, begun: boolean): Known => {
  const one = nothing();
  return { ...one, settings: { ...one.settings, paused, begun } };
};

it("a fight waits that is paused before anything of it has happened", () => {
  expect(isWaiting(known(true, false))).toBe(true);
});

it("one that goes on, that has begun or that is over does not wait", () => {
  expect(isWaiting(known(false, false))).toBe(false);
  expect(isWaiting(known(true, true))).toBe(false);
  expect(isWaiting({ ...known(true, false), standing: { is: "over", winner: null } })).toBe(false);
});
