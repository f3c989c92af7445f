import { expect, it, vi } from "vitest";

import { held, isSecond } from "./deliberate";

it("the second click of a double click, and a key that is held, press nothing", () => {
  expect([0, 1, 2].map((detail) => isSecond({ detail }))).toEqual([false, false, true]);
  const pressed = (key: string, repeat: boolean) => {
    const preventDefault = vi.fn();
    held({ key, repeat, preventDefault } as unknown as KeyboardEvent);
    return preventDefault.mock.calls.length === 0;
  };
  expect([pressed("Enter", false), pressed("Enter", true), pressed("Tab", true)]).toEqual([
    true,
    false,
    true,
  ]);
});
