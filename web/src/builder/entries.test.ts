import { expect, it } from "vitest";

import { namesIn } from "./entries";
import { inOrder } from "./schema";

const FILE = `
[[creature]]
name = "guard"
level = 1
str = 5
items = ["spear = long"]

[[creature]]
name = "scout"
level = 2
speed_ft = 40
dex = 8
`;

it("fields stand in the order of the system’s own files, others after them", () => {
  expect(namesIn(FILE)).toEqual(["name", "level", "str", "items", "speed_ft", "dex"]);
  expect(inOrder(["bleeding", "dex", "hp", "level"], namesIn(FILE))).toEqual([
    "level",
    "dex",
    "bleeding",
    "hp",
  ]);
});
