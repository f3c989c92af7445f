import { expect, it } from "vitest";

import { searches } from "./meaning";

it("an act is looked for by its name, without what it is done with", () => {
  expect(searches("Attack with arming sword at head")).toEqual(["attack"]);
  expect(searches("ready wait")).toEqual(["ready wait", "ready", "wait"]);
  expect(searches("On-guard with dodge")).toEqual(["on-guard"]);
  expect(searches("challenge: sprint")).toEqual(["challenge sprint", "challenge", "sprint"]);
});
