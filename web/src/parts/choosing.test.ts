import { expect, it } from "vitest";

import { Choosing } from "./choosing";

const key = (key: string, altKey = false) => ({ key, altKey, ctrlKey: false, metaKey: false });

it("what is stepped to waits for Enter", () => {
  const list = new Choosing();
  expect(list.key(key("ArrowDown"))).toBeUndefined();
  expect(list.change()).toBe("waits");
  list.key(key("ArrowDown"));
  expect(list.change()).toBe("waits");
  expect(list.key(key("Enter"))).toBe("chosen");
  // Nothing is chosen twice.
  expect([list.key(key("Enter")), list.leave()]).toEqual([undefined, undefined]);
});

it("letters lead to what begins with them, and it waits as well", () => {
  const list = new Choosing();
  list.key(key("p"));
  expect(list.change()).toBe("waits");
  expect(list.leave()).toBe("chosen");
});

it("Escape takes back what waits", () => {
  const list = new Choosing();
  list.key(key("End"));
  list.change();
  expect(list.key(key("Escape"))).toBe("taken back");
  expect(list.leave()).toBeUndefined();
});

it("what is picked from the open list counts at once", () => {
  const list = new Choosing();
  expect(list.change()).toBe("chosen");
  list.key(key("ArrowDown"));
  list.point();
  expect(list.change()).toBe("chosen");
  // The list is opened and closed by keys.
  list.key(key("ArrowDown", true));
  list.key(key("ArrowDown"));
  list.key(key("Enter"));
  expect(list.change()).toBe("chosen");
  list.key(key(" "));
  expect(list.change()).toBe("chosen");
});
