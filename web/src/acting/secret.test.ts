import { beforeEach, expect, it, vi } from "vitest";

import { keepAnswers, keptAnswers } from "./secret";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it("what was answered in secret is known after the page was loaded anew, at its own table", () => {
  keepAnswers("own", [{ who: 3, words: "Move to 1,1", told: 12, turned: 2 }]);
  expect(keptAnswers("own")).toEqual([{ who: 3, words: "Move to 1,1", told: 12, turned: 0 }]);
  expect(keptAnswers("another")).toEqual([]);
});

it("without storage nothing is kept, and nothing fails", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepAnswers("own", []);
  expect(keptAnswers("own")).toEqual([]);
});
