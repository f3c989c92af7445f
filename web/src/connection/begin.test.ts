import { expect, it, vi } from "vitest";

import { go } from "../route.svelte";
import { beginTable } from "./begin";
import { openTable, Refused, seenTable } from "./http";

vi.mock("../route.svelte", () => ({ go: vi.fn() }));
vi.mock("./tables", () => ({ rememberLinks: vi.fn(), rememberTable: vi.fn() }));
vi.mock("./http", async (original) => ({
  ...(await original<typeof import("./http")>()),
  askTable: vi.fn(),
  openTable: vi.fn(),
  seenTable: vi.fn(),
}));

it("a table that was begun is gone to, whatever becomes of its links", async () => {
  const table = { id: "t", name: "Duel", system: "threeaction", system_name: "Three Actions" };
  vi.mocked(openTable).mockResolvedValue({ table, token: "own" });
  const guests = [{ role: "player" as const, name: "Ann", plays: ["ann"] }];
  vi.mocked(seenTable).mockRejectedValue(new Refused({ is: "limit", message: "too many ask" }));
  await beginTable({ scenario: "duel" }, guests);
  expect(go).toHaveBeenLastCalledWith("/table#own");
  vi.mocked(go).mockClear();
  vi.mocked(seenTable).mockRejectedValue(new TypeError("the line is cut"));
  await expect(beginTable({ scenario: "duel" }, guests)).rejects.toThrow(TypeError);
  expect(go).toHaveBeenLastCalledWith("/table#own");
});
