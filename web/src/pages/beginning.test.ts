import { expect, it } from "vitest";

import type { LogLine } from "../protocol/LogLine";
import { nothing, type Known } from "../state/lay";
import { isWaiting } from "./beginning";

const line = (entry: number | null, kind: LogLine["kind"] = "told"): LogLine => ({
  number: 0,
  depth: "event",
  text: "",
  rules: [],
  about: [],
  kind,
  entry,
});

const paused = (log: LogLine[]): Known => {
  const known = nothing();
  return { ...known, log, settings: { ...known.settings, paused: true } };
};

it("a fight waits that is paused before anything of it was told", () => {
  expect(isWaiting(paused([]))).toBe(true);
  expect(isWaiting(paused([line(null, "remark")]))).toBe(true);
  expect(isWaiting(paused([line(null, "remark"), line(1, "undone")]))).toBe(true);
});

it("one that goes on, that has begun or that is over does not wait", () => {
  expect(isWaiting(nothing())).toBe(false);
  expect(isWaiting(paused([line(0), line(null, "remark")]))).toBe(false);
  expect(isWaiting({ ...paused([]), standing: { is: "over", winner: null } })).toBe(false);
});
