import { beforeEach, expect, it, vi } from "vitest";

import { Refused } from "../connection/http";
import type { Declined } from "../protocol/Declined";
import type { Request } from "../protocol/Request";
import type { Table } from "../state/table.svelte";
import { Newcomer } from "./newcomer.svelte";

const UNFIT: Declined = { because: "unfit", message: "it would ask for other dice" };

/** A table that declines some requests, as often as said. */
function table(declines: Partial<Record<Request["is"], Declined[]>>): { table: Table; asked: string[] } {
  const asked: string[] = [];
  const tryTo = (_: string, { is }: Request) => {
    asked.push(is);
    const why = declines[is]?.shift();
    if (why) return Promise.reject(new Refused({ is: "declined", why, message: why.because }));
    return Promise.resolve({ is: "done" });
  };
  return { table: { known: { creatures: [], sides: ["foes"] }, tryTo } as unknown as Table, asked };
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ text: "[[creature]]" })));
});

it("whoever comes in the middle of an act joins once that is withdrawn", async () => {
  const { table: at, asked } = table({ join: [UNFIT] });
  const newcomer = new Newcomer(at);
  newcomer.begin();
  expect(await newcomer.join()).toBe(false);
  expect([newcomer.isUnfit, newcomer.mistakes]).toEqual([true, ["Unfit"]]);
  expect(await newcomer.join(true)).toBe(true);
  expect(asked).toEqual(["join", "withdraw", "join"]);
  expect([newcomer.isUnfit, newcomer.mistakes]).toEqual([false, []]);
});

it("what cannot be withdrawn is said, and is not offered again", async () => {
  const { table: at, asked } = table({ join: [UNFIT], withdraw: [{ because: "nothing", what: "withdraw" }] });
  const newcomer = new Newcomer(at);
  newcomer.begin();
  await newcomer.join();
  expect(await newcomer.join(true)).toBe(false);
  expect(asked).toEqual(["join", "withdraw"]);
  expect(newcomer.isUnfit).toBe(false);
  expect(newcomer.mistakes.join(" ")).toMatch(/cannot be withdrawn/);
});

it("of several that join each has a place of its own", async () => {
  const { table: at, asked } = table({});
  const newcomer = new Newcomer(at);
  newcomer.begin();
  newcomer.resize(0, 2);
  newcomer.stand("15,2");
  expect(await newcomer.join()).toBe(false);
  expect(newcomer.mistakes).toEqual([
    "2 creatures join, and 1 place is given: each has one of its own, as in 4,7 5,7",
  ]);
  newcomer.stand("15,2 15,3");
  expect(await newcomer.join()).toBe(true);
  expect(asked).toEqual(["join"]);
});

it("what is wrong is said with how to mend it, and that more may be found then", async () => {
  const mistake = { file: "", line: 0, column: 0, path: "creature[0].kind" };
  const mistakes = [{ ...mistake, message: "there is no kind `wulf`", hint: "did you mean `wolf`?" }];
  const refused = new Refused({ is: "mistakes", mistakes, hide_others: true });
  const tryTo = () => Promise.reject(refused);
  const newcomer = new Newcomer({ known: { creatures: [], sides: ["foes"] }, tryTo } as unknown as Table);
  newcomer.begin();
  expect(await newcomer.join()).toBe(false);
  expect(newcomer.mistakes).toEqual([
    "there is no kind “wulf”; did you mean “wolf”?",
    "More may be found when this is mended.",
  ]);
});
