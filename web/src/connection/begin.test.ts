import { expect, it, vi } from "vitest";

import { go } from "../route.svelte";
import { beginTable } from "./begin";
import { askTable, openTable, Refused, seenTable } from "./http";
import { rememberLinks } from "./tables";

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

it("each guest is told their own link, and the others have theirs if one cannot be told", async () => {
  const table = { id: "t", name: "Duel", system: "threeaction", system_name: "Three Actions" };
  vi.mocked(openTable).mockResolvedValue({ table, token: "own" });
  vi.mocked(seenTable).mockResolvedValue({
    table,
    update: {
      number: 1,
      whole: true,
      creatures: [
        { id: 0, name: "Ann" },
        { id: 1, name: "Bo" },
      ],
    },
  } as unknown as Awaited<ReturnType<typeof seenTable>>);
  let seat = 1;
  vi.mocked(askTable).mockImplementation(() => {
    seat += 1;
    const link = { is: "link", seat: { id: seat }, token: `link ${seat}` };
    return Promise.resolve(link as Awaited<ReturnType<typeof askTable>>);
  });
  const told: string[] = [];
  const player = { role: "player" as const, name: "" };
  const away = () => Promise.reject(new Refused({ is: "failed", message: "the line is cut" }));
  const tell = (secret: string) => Promise.resolve(told.push(secret));
  const guests = [
    { ...player, plays: ["ann"], tell: away },
    { ...player, plays: ["bo"], tell },
    { ...player, plays: ["cy"], tell },
  ];
  await beginTable({ scenario: "duel" }, guests);
  expect(told).toEqual(["link 3"]);
  expect(vi.mocked(rememberLinks)).toHaveBeenLastCalledWith("own", { 2: "link 2", 3: "link 3" });
});
