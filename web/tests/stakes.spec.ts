// What one weighs before one decides: what comes of doing nothing, who flanks whom one aims at; and whose dice are thrown by hand.

import axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "@playwright/test";

import { another, sit } from "./table";
import { expect, test, type Server } from "./server";

interface Begun {
  id: string;
  token: string;
}

interface Asked {
  number: number;
  standing: { questions?: { who: number; question: string; window: string }[] };
}

interface Offered {
  groups: { offers: { words: string; group: string; targets: number[] }[] }[];
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Has everybody attack whom they can, or come nearer, until somebody is asked how to defend; gives who that is. */
async function untilDefended(server: Server, table: Begun): Promise<number> {
  for (let turns = 0; turns < 30; turns++) {
    const path = `/api/tables/${table.id}`;
    const { update } = await server.http<{ update: Asked }>("GET", path, table.token);
    const asked = update.standing.questions?.[0];
    if (!asked) break;
    const { who, window } = asked;
    if (window === "defend") return who;
    const { groups } = await server.ask<Offered>(table, { is: "offers", who });
    const attack = groups
      .flatMap(({ offers }) => offers)
      .find(({ group, targets }) => group === "attack" && targets.length > 0);
    const answer = attack && turns > 0 ? { is: "act", who, words: attack.words } : { is: "pass", who };
    await server.ask(table, answer);
  }
  throw new Error("nobody has to defend");
}

test("a question of a reaction says what comes of doing nothing", async ({ server, page }) => {
  const table = await server.begin("segment/duel-at-the-ford");
  const who = await untilDefended(server, table);
  const asked: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"odds"')) asked.push(String(payload));
    }),
  );
  await sit(page, await server.player(table, [who], "Bo"), "Bo");
  const acting = page.getByRole("region", { name: "Acting" });
  const stake = acting.locator("summary", { hasText: "If nothing is done:" });
  await expect(stake).toHaveText(/If nothing is done: Hits −\d+(\.\d)? on average/);
  await stake.click();
  await expect(acting.getByText(/^Exact: all outcomes/)).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(await faults(page)).toEqual([]);

  // Whoever is not asked is not told.
  const other = await another(page);
  await sit(other, await server.player(table, [1 - who], "Cleo"), "Cleo");
  await expect(other.getByText("If nothing is done:")).toBeHidden();
  await other.context().close();
});

const ROW = `
system = "threeaction"
name = "A row"
[map]
rows = 7
columns = 12
[[creature]]
name = "ann"
kind = "veteran"
side = "us"
at = [3, 3]
[[creature]]
name = "ogg"
kind = "town guard"
side = "them"
at = [4, 3]
policy = "simple"
[[creature]]
name = "cid"
kind = "veteran"
side = "us"
at = [5, 3]
[[creature]]
name = "pit"
kind = "town guard"
side = "them"
at = [4, 2]
policy = "simple"
[start]
turn = "ann"
`;

test("whoever aims sees who is flanked and who flanks with them", async ({ server, page }) => {
  const begun = await server.http<{ table: { id: string }; token: string }>("POST", "/api/tables", "", {
    text: ROW,
    seed: 3,
  });
  const table = { id: begun.table.id, token: begun.token };
  await sit(page, await server.player(table, [0], "Bo"), "Bo");
  const acting = page.getByRole("region", { name: "Acting" });
  await acting.getByRole("button", { name: /^Strike with greatsword/ }).click();
  const aims = acting.getByRole("list", { name: "At what" });
  await expect(aims.getByRole("button", { name: "Ogg" })).toHaveText(/Advantage: Flanked \(Cid\)/);
  await expect(aims.getByRole("button", { name: "Pit" })).toHaveText("Pit");
  await expect(page.locator("#board text.mark")).toHaveText(["Advantage: Flanked"]);
  await expect(page.locator("#board circle.because")).toHaveCount(1);
  expect(await faults(page)).toEqual([]);

  await aims.getByRole("button", { name: "Ogg" }).click();
  const prepared = acting.getByRole("group", { name: "Prepared" });
  await expect(prepared.getByRole("list", { name: "What it is made of" })).toContainText(
    "Advantage: Flanked (Cid)",
  );
});

test("a player says who rolls the dice of their own creature", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, await server.player(table, [0], "Bo"), "Bo");
  const creatures = page.getByRole("complementary", { name: "Creatures" });
  await creatures.getByRole("button", { name: /^Second/ }).click();
  await expect(creatures.getByText("Dice of Second")).toBeHidden();
  await creatures.getByRole("button", { name: /^First/ }).click();
  await creatures.getByLabel("Dice of First").selectOption("people roll and type");
  const acting = page.getByRole("region", { name: "Acting" });
  const line = acting.getByLabel("Or type it");
  await line.fill("strike second with longsword");
  await line.press("Enter");
  await acting.getByRole("button", { name: /^Do it/ }).click();
  await expect(acting.getByRole("heading", { name: /^First rolls/ })).toBeVisible();
  await acting.getByRole("button", { name: "Let the program roll for First from now on" }).click();
  await expect(acting.getByRole("heading", { name: /^First rolls/ })).toBeHidden();
  await expect(creatures.getByLabel("Dice of First")).toHaveValue("program");
  await creatures.getByLabel("Dice of First").selectOption("all");
  await expect(creatures.getByLabel("Dice of First")).toHaveValue("all");
  await creatures.getByLabel("Dice of First").selectOption("program");
  await expect(creatures.getByLabel("Dice of First")).toHaveValue("program");
});

test("the game master lets the program roll where the dice of one creature are real", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await server.ask(table, { is: "dice-of", who: 0, real: true });
  await server.ask(table, { is: "act", who: 0, words: "strike second with longsword" });
  await sit(page, server.link(table), "Gus");
  const acting = page.getByRole("region", { name: "Acting" });
  await expect(acting.getByRole("heading", { name: /^First rolls/ })).toBeVisible();
  await acting.getByRole("button", { name: /^Let the program roll .*from now on$/ }).click();
  await expect(acting.getByRole("heading", { name: /^First rolls/ })).toBeHidden();
});
