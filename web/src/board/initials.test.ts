import { expect, it } from "vitest";

import type { CreatureSeen } from "../protocol/CreatureSeen";
import { initials } from "./initials";

it("gives everybody letters of their own", () => {
  const names = ["maren", "mira", "cutthroat 1", "cutthroat 2", "captain 1", "Ogre Chief", "ogre"];
  const creatures = names.map((name, id) => ({ id, name }) as CreatureSeen);
  expect([...initials(creatures).values()]).toEqual(["M", "Mi", "C1", "C2", "Ca1", "O", "Og"]);
});
