import { expect, it } from "vitest";

import type { CreatureSeen } from "../protocol/CreatureSeen";
import { initials, lettering } from "./initials";

function lettersOf(names: string[]): string[] {
  const creatures = names.map((name, id) => ({ id, name }) as CreatureSeen);
  return [...initials(creatures).values()];
}

it("gives everybody letters of their own", () => {
  const names = ["maren", "mira", "cutthroat 1", "cutthroat 2", "captain 1", "Ogre Chief", "ogre"];
  expect(lettersOf(names)).toEqual(["M", "Mi", "C1", "C2", "Ca1", "O", "Og"]);
});

it("gives all of a kind the same beginning", () => {
  const names = ["guard 1", "gnoll 1", "guard 2", "gnoll 2", "gnoll 3"];
  expect(lettersOf(names)).toEqual(["G1", "Gn1", "G2", "Gn2", "Gn3"]);
});

it("lets no letters stand out of their token", () => {
  expect(lettering("G", 16, 1.5)).toEqual({ size: 15.2, breadth: undefined });
  expect(lettering("Sp1", 16, 1.5).breadth).toBe(24);
  expect(lettering("W10", 16, 1.5).size).toBeLessThan(lettering("G1", 16, 1.5).size);
});
