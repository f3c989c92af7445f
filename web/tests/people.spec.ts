// Who sits at a table: as whom they come, whom they play, and who decides meanwhile.

import type { Page } from "@playwright/test";

import { another, question, sit, withOthers } from "./table";
import { expect, test } from "./server";

const acting = (page: Page) => page.getByRole("region", { name: "Acting" });

test("the stage is set before the fight is begun, and it has not begun by that", async ({ server, page }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "Play with others: Duel", exact: true }).first().click();
  await expect(acting(page).getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await page.getByRole("tab", { name: "Game master" }).click();
  await page.getByLabel("Change anything").fill("first.str 5");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByLabel("Change anything")).toHaveValue("");
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("log")).not.toContainText("Nothing has happened yet.");
  await expect(acting(page).getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await acting(page).getByRole("button", { name: "Begin the fight" }).click();
  await expect.poll(() => question(page)).toMatch(/what does .+ do\?/);
});

test("whoever's creature the program plays is told so, and is given it back", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  const link = await server.player(table, [0], "Bo");
  await server.player(table, [1], "Cleo");
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toContain("do?");
  await server.ask(table, { is: "control", who: 0, by: "simple" });
  const player = await another(page);
  await sit(player, link, "Bo");
  const told = "The program decides for First until the game master gives it back to you.";
  const welcome = player.getByRole("region", { name: "Who you are here" });
  await expect(welcome).toContainText("You play First.");
  await expect(welcome).toContainText(told);
  await expect(acting(player)).toContainText(told);
  await player.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByRole("button", { name: "Give First back" }).click();
  await expect(player.getByText(told)).toHaveCount(0);
  await expect(player.getByRole("log")).toContainText("People decide for first from now on.");
  await player.context().close();
});

test("a link is sat down at under its own name, whoever has looked at it before", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  const link = await server.player(table, [0], "Bert");
  await sit(page, server.link(table), "Ada");
  const name = "What should the others call you?";
  const second = await page.context().newPage();
  await second.goto(link);
  await expect(second.getByLabel(name)).toHaveValue("Bert");
  await second.getByLabel(name).fill("Ada");
  await second.getByRole("button", { name: "Sit down" }).click();
  await expect(acting(second)).toBeVisible();
  await second.close();
  const player = await another(page);
  await player.goto(link);
  // What the server knows of the link comes into the field a moment after the field itself.
  await expect(player.getByLabel(name)).not.toHaveValue("");
  await player.getByLabel(name).fill("");
  await player.getByRole("button", { name: "Sit down" }).click();
  await expect(acting(player)).toBeVisible();
  await page.getByRole("tab", { name: "People" }).click();
  const people = page.getByRole("list", { name: "People at the table" });
  await expect(people.getByRole("listitem").filter({ hasText: "First" })).toContainText("Bert");
  await player.context().close();
});

test("whose creature was taken out is among the same people", async ({ server, page }) => {
  const links = await withOthers(page, server.address);
  await expect(links.getByLabel("Link of Bert")).toBeVisible();
  await acting(page).getByRole("button", { name: "Begin the fight" }).click();
  await page.getByLabel("Change anything").fill("first leaves");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: "First" })).toHaveCount(0);
  if ((await acting(page).getByText("The fight is over").count()) === 0) {
    await page.getByRole("button", { name: "End the fight" }).click();
  }
  await acting(page).getByRole("button", { name: "Play it again with the same people" }).click();
  await expect(acting(page).getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await expect(acting(page).getByRole("listitem").filter({ hasText: "Bert" })).toContainText("First");
});

test("a player comes along to where it is played again, and plays the same creature", async ({
  server,
  page,
}) => {
  const links = await withOthers(page, server.address);
  const player = await another(page);
  await sit(player, await links.getByLabel("Link of Bert").inputValue(), "Bert");
  const before = player.url();
  await acting(page).getByRole("button", { name: "Begin the fight" }).click();
  await page.getByLabel("The fight is won by").selectOption({ index: 1 });
  await page.getByRole("button", { name: "End the fight" }).click();
  const along = acting(player).getByRole("link", { name: "Come along" });
  await expect(acting(player)).toContainText("The fight is over");
  await expect(along).toHaveCount(0);
  await acting(page).getByRole("button", { name: "Play it again with the same people" }).click();
  await expect(acting(page).getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await along.click();
  await expect(player.getByText("You will play First")).toBeVisible();
  await player.getByRole("button", { name: "Sit down" }).click();
  await acting(page).getByRole("button", { name: "Begin the fight" }).click();
  const welcome = player.getByRole("region", { name: "Who you are here" });
  await expect(welcome).toContainText("You play First.");
  expect(player.url()).not.toBe(before);
  await player.context().close();
});
