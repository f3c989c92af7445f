import { describe, expect, it } from "vitest";

import { sentence } from "./http";

describe("problems", () => {
  it("are told in sentences that begin with a capital", () => {
    expect(sentence({ is: "failed", message: "the bandit is in the way" })).toBe("The bandit is in the way");
    const why = { because: "not-asked", name: "cira" } as const;
    expect(sentence({ is: "declined", message: "it is not cira's moment to act", why })).toBe(
      "It is not Cira's moment to act",
    );
    expect(sentence({ is: "failed", message: "`x` is no face of a die" })).toBe("“x” is no face of a die");
    const changed = ["the bandit strikes at Alric.", "Alric parries."];
    expect(sentence({ is: "stale", changed })).toBe(
      "Something happened first, so nothing was done. The bandit strikes at Alric. Alric parries.",
    );
  });
});
