import { describe, expect, it } from "vitest";

import { amount, fullness, gathered, state } from "./gauges";

const exact = (current: number, rises = false, temporary = 0) => ({
  exact: { current, maximum: 20, temporary, rises },
});

describe("gauges", () => {
  it("say how full they are, with numbers and without", () => {
    expect(fullness(exact(5))).toBe(0.25);
    expect(fullness(exact(-5))).toBe(0);
    expect(fullness({ roughly: "full" })).toBe(1);
    expect(fullness({ roughly: "who knows" })).toBeUndefined();
    expect(amount(exact(-5, false, 3))).toBe("−5/20 +3");
  });

  it("look bad as they run out, or as they rise", () => {
    expect([exact(20), exact(9), exact(4)].map(state)).toEqual(["well", "hurt", "low"]);
    expect([exact(0, true), exact(11, true), exact(19, true)].map(state)).toEqual(["well", "hurt", "low"]);
    expect(state({ roughly: "at its limit" })).toBe("low");
    expect(state({ roughly: "nearly none left" })).toBe("low");
  });
});

it("conditions of one kind are one", () => {
  const conditions = ["Hidden (ann)", "prone", "Hidden (bob)"];
  expect(gathered(conditions)).toEqual(["Hidden (ann, bob)", "prone"]);
});
