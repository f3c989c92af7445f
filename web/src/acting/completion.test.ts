import { expect, it } from "vitest";

import { completions, meant } from "./completion";

const moves = Array.from({ length: 40 }, (_, column) => `move to ${column},5`);
const offers = ["attack ogre with longsword", "attack ogre with dagger", "defend", ...moves];

it("completes a word at a time where there are many, and whole acts where few are left", () => {
  expect(completions("mo", offers)).toEqual(["move "]);
  expect(completions("att", offers)).toEqual(["attack ogre with longsword", "attack ogre with dagger"]);
  expect(completions("Attack ogre with d", offers)).toEqual(["attack ogre with dagger"]);
});

it("finds acts by words in them where none begins so", () => {
  expect(completions("ogre dag", offers)).toEqual(["attack ogre with dagger"]);
  expect(completions("", offers)).toEqual([]);
  expect(completions("fly", offers)).toEqual([]);
});

it("puts the word that was perhaps meant in the place of the wrong one", () => {
  const complaint = "`orge` is no creature here; did you mean `ogre`?";
  expect(meant("attack Orge with dagger", complaint)).toBe("attack ogre with dagger");
  expect(meant("defend", complaint)).toBeUndefined();
  expect(meant("attack orge", "`orge` is no creature here")).toBeUndefined();
});
