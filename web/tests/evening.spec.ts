// A game master's evening: players who are away, dice on the table, what is taken back, breaks, and one more fight with the same people.

import type { Page } from "@playwright/test";

import { another, question, sit, withOthers } from "./table";
import { expect, test, type Server } from "./server";

/** A player in a browser of their own. */
async function guest(page: Page, link: string, name: string): Promise<Page> {
  const player = await another(page);
  await sit(player, link, name);
  return player;
}

const acting = (page: Page) => page.getByRole("region", { name: "Acting" });

test("what the game master takes back is asked anew, though it was let pass to its end", async ({
  server,
  page,
}) => {
  const table = await server.begin("energy/training-yard");
  await sit(page, server.link(table), "Ada");
  const player = await guest(page, await server.player(table, [0], "Bo"), "Bo");
  await expect.poll(() => question(player)).toMatch(/^Durana makes a Quick Run/);
  await acting(player)
    .getByRole("button", { name: /^Do not step in/ })
    .click();
  await expect.poll(() => question(player)).not.toMatch(/^Durana makes a Quick Run/);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => question(player)).toMatch(/^Durana makes a Quick Run/);
  // It is not let pass again of itself.
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(player.getByRole("log")).toContainText(/ answer is taken back\./);
  await expect.poll(() => question(player)).toMatch(/^Durana makes a Quick Run/);
  await player.context().close();
});

test("a paused game invites no player to act, and goes on by a button that is always at hand", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const player = await guest(page, await server.player(table, [0, 1], "Bo"), "Bo");
  const end = acting(player).getByRole("button", { name: "End turn" });
  await expect(end).toHaveAttribute("aria-disabled", "false");
  const header = page.getByRole("group", { name: "Decisions" });
  await header.getByRole("button", { name: "Pause the game" }).click();
  await expect(acting(player).getByText("The game is paused. Nothing can be decided")).toBeVisible();
  await expect(player.getByText("paused", { exact: true })).toBeVisible();
  await expect(end).toHaveAttribute("aria-disabled", "true");
  await player.setViewportSize({ width: 360, height: 640 });
  await expect(player.locator("body > * button.primary:not(#acting *)")).toHaveCount(0);
  await acting(page).getByRole("button", { name: "Go on", exact: true }).click();
  await expect(header.getByRole("button", { name: "Pause the game" })).toBeVisible();
  await expect(end).toHaveAttribute("aria-disabled", "false");
  await player.context().close();
});

test("for whoever is away the game master answers, or the program", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await server.player(table, [0, 1], "Cleo");
  await sit(page, server.link(table), "Ada");
  await expect(acting(page).getByText("Cleo is away: you answer")).toBeVisible();
  const who = (await question(page))?.includes("first") ? "First" : "Second";
  await acting(page)
    .getByRole("button", { name: `Let the program decide for ${who}` })
    .click();
  await expect(acting(page).getByRole("button", { name: `Let the program decide for ${who}` })).toHaveCount(
    0,
  );
});

async function strike(server: Server, table: { id: string; token: string }): Promise<void> {
  interface Seen {
    update: { standing: { questions?: { who: number; question: string }[] } };
  }
  const { update } = await server.http<Seen>("GET", `/api/tables/${table.id}`, table.token);
  const asked = update.standing.questions?.[0];
  const words = `strike ${asked?.who === 0 ? "second" : "first"} with longsword`;
  await server.ask(table, { is: "act", who: asked?.who, words });
}

test("dice are tapped, and what no die shows is not entered", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await server.ask(table, { is: "control", who: 0, by: "person" });
  await server.ask(table, { is: "control", who: 1, by: "person" });
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toContain("Turn");
  await server.ask(table, { is: "dice", real: true });
  await strike(server, table);
  await expect.poll(() => question(page)).toMatch(/ rolls d20$/);
  const panel = acting(page);
  await panel.getByLabel("What the die shows").last().fill("25");
  await panel.getByRole("button", { name: "Enter", exact: true }).click();
  await expect(panel.getByRole("alert")).toHaveText("A d20 shows 1 to 20.");
  await panel.getByRole("button", { name: "20", exact: true }).click();
  await expect.poll(() => question(page)).not.toMatch(/ rolls d20$/);
});

test("links are there after the page was loaded anew, and a fight is played again with the same people", async ({
  server,
  page,
}) => {
  const links = await withOthers(page, server.address);
  const link = await links.getByLabel("Link of Bert").inputValue();
  await page.reload();
  await acting(page).getByRole("button", { name: "Show the links" }).click();
  await expect(links.getByLabel("Link of Bert")).toHaveValue(link);

  await acting(page).getByRole("button", { name: "Begin the fight" }).click();
  await page.getByLabel("They see of the others’ numbers").selectOption("nothing");
  await page.getByLabel("For the second").selectOption("greedy");
  await page.getByLabel("The fight is won by").selectOption({ index: 1 });
  await page.getByRole("button", { name: "End the fight" }).click();
  // What cannot be done any more is not offered.
  await expect(page.getByRole("button", { name: "Withdraw the act in progress" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pause the game" })).toHaveCount(0);
  await acting(page).getByRole("button", { name: "Play it again with the same people" }).click();
  await expect(acting(page).getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await expect(acting(page).getByRole("listitem").filter({ hasText: "Bert" })).toContainText("First");
  await acting(page).getByRole("button", { name: "Show the links" }).click();
  await expect(links.getByLabel("Link of Bert")).not.toHaveValue(link);
  // What was settled holds at the new table as well.
  await expect(page.getByLabel("They see of the others’ numbers")).toHaveValue("nothing");
  await expect(page.getByLabel("For the second")).toHaveValue("greedy");
  await links.getByText("Make a link", { exact: true }).click();
  await links.locator("select").first().selectOption("watcher");
  await links.getByLabel("Name").fill("x".repeat(45));
  await expect(links.getByText("A name has at most 40 letters.")).toBeVisible();
  await links.getByLabel("Name").fill("Cleo");
  await links.getByRole("button", { name: "Make the link" }).click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await links.getByRole("button", { name: "Copy all links" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Bert \(First\): http\S+#\S+\nCleo: http\S+$/i);
  await links.getByRole("button", { name: "Revoke the link of Bert" }).click();
  await links.getByRole("button", { name: /^Revoke for good/ }).click();
  await expect(links.getByLabel("Link of Bert")).toHaveCount(0);
});

test("on a phone the legend is folded, and where an action leads to is on the board", async ({
  server,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const table = await server.begin("energy/training-yard");
  await sit(page, server.link(table), "Ada");
  await expect(page.locator("path.underway")).toHaveAttribute("d", /M.*Z/);
  const legend = page.getByRole("list", { name: "Legend" });
  await expect(legend).toBeHidden();
  await page.getByText("Legend", { exact: true }).click();
  await expect(legend).toBeVisible();
});

test("the part below grows", async ({ server, page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("tab", { name: "Game master" }).click();
  const height = async () =>
    (await page.getByRole("region", { name: "More", exact: true }).boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole("button", { name: "Large", exact: true }).click();
  await expect.poll(height).toBeGreaterThan(before + 60);
});
