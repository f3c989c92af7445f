import { beforeEach, expect, it, vi } from "vitest";

import type { Tree } from "../connection/http";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import { Encounter, placedAnew } from "./encounter.svelte";
import { squares, type Branch } from "./tree";

/** What the server answers at once; it never comes to an end with the fights. */
const ANSWERS: Record<string, unknown> = {
  "/api/scenarios/write": { text: "the text" },
  "/api/scenarios/check": { update: { number: 1, whole: true } },
};

const field = (...sides: string[]): Tree => ({
  system: "energy",
  map: { rows: ["...."] },
  creature: sides.map((side) => ({ name: `wolf of ${side}`, side })),
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (path: string, { signal }: { signal: AbortSignal }) => {
    const answer = ANSWERS[path];
    if (answer !== undefined) return Promise.resolve(Response.json(answer));
    return new Promise((_, failed) =>
      signal.addEventListener("abort", () => failed(new DOMException("aborted", "AbortError"))),
    );
  });
});

it("fights are played no longer once nobody is there to fight", async () => {
  const encounter = new Encounter();
  encounter.change(field("heroes", "foes"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(encounter.sound).toBe(true);
  expect(encounter.counting).toBe(true);
  encounter.change(field());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(encounter.checking).toBe(false);
  expect(encounter.counting).toBe(false);
});

it("no fights are played where everybody is on one side", async () => {
  const encounter = new Encounter();
  encounter.change(field("foes", "foes"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([encounter.sound, encounter.counting, encounter.onlySide]).toEqual([true, false, "foes"]);
});

it("that mistakes may hide others is said as long as they stand", async () => {
  const mistake = { file: "", line: 1, column: 1, path: "", message: "no such kind", hint: null };
  const answers = [
    Response.json({ is: "mistakes", mistakes: [mistake], hide_others: true }, { status: 422 }),
    Response.json({ update: { number: 1, whole: true } }),
  ];
  const whole = fetch;
  vi.stubGlobal("fetch", (path: string, asking: RequestInit) =>
    path === "/api/scenarios/check" ? Promise.resolve(answers.shift()) : whole(path, asking),
  );
  const encounter = new Encounter();
  encounter.change(field("foes"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([encounter.mistakes, encounter.more]).toEqual([
    [mistake],
    ["More may be found when this is mended."],
  ]);
  encounter.change(field("foes"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([encounter.mistakes, encounter.more]).toEqual([[], []]);
});

it("a copy stands beside the one that it is of, each of a group on a square of its own", () => {
  const encounter = new Encounter();
  const rows = Array.from({ length: 10 }, () => ".".repeat(12));
  const wolves = {
    name: "wolf",
    side: "foes",
    count: 2,
    at: [
      [5, 5],
      [7, 5],
    ],
  };
  encounter.change({ system: "energy", map: { rows }, creature: [wolves] });
  encounter.copy(0);
  const all = encounter.entries.flatMap(squares);
  expect(all).toHaveLength(4);
  expect(new Set(all.map(String)).size).toBe(4);
  expect(encounter.entries[1]).toMatchObject({ name: "wolf b", count: 2 });
});

it("that an encounter could not be kept is not said of another one", async () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full });
  const encounter = new Encounter();
  encounter.change(field("heroes", "foes"));
  encounter.keep();
  expect(encounter.unkept).toBe(true);
  encounter.begin(field("heroes", "foes"));
  await vi.advanceTimersByTimeAsync(100);
  expect(encounter.unkept).toBe(false);
});

it("while a scenario is refused creatures stand where it says, in cells of its grid", () => {
  const creature = (id: number, x: number, y: number) =>
    ({ id, space: { at: [x, y], side: 1, height: 1 } }) as unknown as CreatureSeen;
  const entries: Branch[] = [{ at: [2, 4] }, { count: 2, at: [[13, 7]] }];
  const seen = [creature(0, 2, 4), creature(1, 13, 7), creature(2, 5, 5)];
  const cells = (hexes: boolean) => placedAnew(seen, entries, hexes).map(({ space }) => space?.at);
  expect(cells(true)).toEqual([
    [0, 4],
    [10, 7],
    [5, 5],
  ]);
  // Who they are is not known once others were added.
  expect(placedAnew(seen, [...entries, {}], true)).toEqual(seen);
});
