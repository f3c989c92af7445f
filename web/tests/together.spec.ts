// Coming together: a fight that waits for its players, what a link says of it, and how the game master's tools stand beside it.

import { another, question, sit } from "./table";
import { expect, test } from "./server";

test("a fight that others are to join waits until its game master begins it", async ({ server, page }) => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "Play with others: Duel", exact: true }).first().click();
  const acting = page.getByRole("region", { name: "Acting" });
  await expect(acting.getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
  await expect(page.getByRole("log")).toContainText("Nothing has happened yet.");
  await acting.getByRole("button", { name: "Make links" }).click();
  const links = page.getByRole("region", { name: "Links" });
  await expect(links.getByRole("heading")).toBeFocused();
  // The server of this test listens on the computer itself alone.
  await expect(links).toContainText("Only this computer can open these links.");
  await links.getByLabel("first").check();
  await links.getByLabel("Name").fill("Bert");
  await links.getByRole("button", { name: "Make the link" }).click();
  const link = await links.getByLabel("Link of Bert").inputValue();

  const player = await another(page);
  await player.goto(link);
  await expect(player.getByText("The fight is Duel, Three Actions. You will play First.")).toBeVisible();
  await player.getByLabel("What should the others call you?").fill("Bertha");
  await player.getByRole("button", { name: "Sit down" }).click();
  await expect(player.getByRole("heading", { name: "The game master has not begun yet" })).toBeVisible();
  await expect(acting.getByRole("listitem").filter({ hasText: "Bertha" })).toContainText("here");

  await acting.getByRole("button", { name: "Begin the fight" }).click();
  await expect.poll(() => question(player)).toMatch(/what does .+ do\?/);
  await expect(acting.getByText("The fight has not begun")).toBeHidden();
  await player.context().close();
});

test("a link that opens nothing is not sat down at", async ({ server, page }) => {
  await page.goto(`${server.address}/table#nothing`);
  await expect(page.getByRole("heading", { name: "This link opens nothing" })).toBeVisible();
});

test("conditions are added and taken away on the card of a creature, and what can be set is no complaint", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").filter({ hasText: "Second" });
  await card.getByRole("button").first().click();
  await card.getByLabel("Add a condition to Second").selectOption("prone");
  const conditions = card.getByRole("list", { name: "Conditions" });
  await expect(conditions).toContainText("Prone");
  await conditions.getByRole("button", { name: "Take away Prone from Second" }).click();
  await expect(conditions).toHaveCount(0);
  await expect(card.getByLabel("Add a condition to Second")).toBeFocused();

  await card.getByLabel("Anything else").fill("?");
  await card.getByRole("button", { name: "Set", exact: true }).click();
  await expect(card.getByText(/^What can be set: gains or loses a condition/)).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
  await card.getByLabel("Anything else").fill("hp 7");
  await card.getByRole("button", { name: "Set", exact: true }).click();
  await expect(card).toContainText("7/30");
});

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [1920, 1080],
] as const) {
  test(`neither acts nor tools are crushed: ${width} by ${height}`, async ({ server, page }) => {
    await page.setViewportSize({ width, height });
    const table = await server.begin("threeaction/ambush-at-the-ford");
    await sit(page, server.link(table), "Ada");
    const acting = page.getByRole("region", { name: "Acting" });
    await expect(acting.getByRole("list", { name: "What can be done" }).first()).toBeVisible();
    const room = async (name: string) =>
      (await page.getByRole("region", { name, exact: true }).boundingBox())?.height ?? 0;
    await page.getByRole("tab", { name: "Game master" }).click();
    await expect(page.getByRole("heading", { name: "Links for players" })).toBeInViewport();
    expect(await room("Acting")).toBeGreaterThan(300);
    expect(await room("More")).toBeGreaterThan(300);

    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByRole("button", { name: "Find in the log" }).click();
    for (const label of ["Words in the log", "About whom", "Jump to"]) {
      const field = page.getByRole("region", { name: "Log" }).getByLabel(label);
      expect((await field.boundingBox())?.width, label).toBeGreaterThan(120);
    }
  });
}

test("everything is taken back from a line of the log on, bots' acts as well", async ({ server, page }) => {
  const table = await server.begin("threeaction/ambush-at-the-ford");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("log");
  const entry = log
    .locator(".entry")
    .filter({ has: page.locator("details") })
    .first();
  await entry.locator("> details > summary").click();
  await entry.getByRole("button", { name: "Take everything back from here on" }).click();
  await expect(log).toContainText(/Everything .* is taken back/);
  await expect(log).toContainText("The game is paused.");
  await expect(entry).toHaveClass(/undone/);
  await expect(entry.getByRole("button", { name: "Take everything back from here on" })).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).first().click();
  await expect(log).toContainText("What was taken back is done again.");
});
