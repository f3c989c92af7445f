import { expect, it } from "vitest";

import { namesFor, namesOf } from "./names";

const NAMES = namesOf([
  { name: "energy/weapons.toml", text: '[[weapon]]\nname = "dagger"\n[[weapon]]\nname = "short sword"\n' },
  { name: "energy/armor.toml", text: '[[shield]]\nname = "buckler"\n' },
  { name: "energy/powers.toml", text: '[[power]]\nname = "mire"\nabout = "name = no"\n' },
]);

it("fields that name things know all of them, and those of powers theirs", () => {
  const things = ["dagger", "short sword", "buckler"];
  expect(namesFor(["creature", "0", "items", "2"], NAMES)).toEqual(things);
  expect(namesFor(["creature", "0", "held", "0", "kind"], NAMES)).toEqual(things);
  expect(namesFor(["creature", "0", "powers", "0"], NAMES)).toEqual(["mire"]);
});

it("what is called as one likes has no list of names", () => {
  expect(namesFor(["creature", "0", "name"], NAMES)).toEqual([]);
  expect(namesFor(["creature", "0", "items", "0", "name"], NAMES)).toEqual([]);
  expect(namesFor(["creature", "0", "natural", "0", "name"], NAMES)).toEqual([]);
});
