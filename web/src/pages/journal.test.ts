import { expect, it } from "vitest";

import { fightName } from "./journal";

it("a journal is called as its fight is", () => {
  const first = JSON.stringify({ format: "affray-journal", setup: { name: "The ogre at the mill" } });
  expect(fightName(`${first}\n{"is":"act"}\n`)).toBe("The ogre at the mill");
  expect(fightName('{"setup":{}}')).toBeUndefined();
  expect(fightName("{broken")).toBeUndefined();
});
