// What one came for is in sight: on a small board, on paper, beside the line in which one types.

import { another, sit } from "./table";
import { expect, test } from "./server";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the board begins at one's own creatures", async ({ server, page }) => {
    const table = await server.begin("threeaction/battle-of-forty");
    await sit(page, await server.player(table, [0, 1], "Bo"), "Bo");
    const board = await page.locator("#board").boundingBox();
    const own = await page.locator(".token", { hasText: /^G1$/ }).first().boundingBox();
    const [left, right] = [board?.x ?? 0, (board?.x ?? 0) + (board?.width ?? 0)];
    const middle = (own?.x ?? -1) + (own?.width ?? 0) / 2;
    expect(middle).toBeGreaterThan(left);
    expect(middle).toBeLessThan(right);
  });

  test("what is refused in the line stands there, the last one alone", async ({ server, page }) => {
    const table = await server.begin("threeaction/duel");
    await sit(page, server.link(table), "Ada");
    const line = page.getByRole("region", { name: "Acting" }).getByLabel("Or type it");
    const form = page.locator("form", { has: page.locator("#command") });
    for (const words of ["strike grappler", "move to 99,9", "nonsense"]) {
      await line.fill(words);
      await line.press("Enter");
      await expect(form.getByRole("button", { name: "Dismiss" })).toHaveCount(1);
    }
    await expect(form.getByRole("status")).toContainText("nonsense");
    await expect(page.getByRole("alert")).toBeEmpty();
    await line.fill("strike second with longsword");
    await line.press("Enter");
    await expect(form.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  });
});

test("a sheet is printed as a whole, and alone", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await page.setViewportSize({ width: 1280, height: 400 });
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").filter({ hasText: "Second" });
  await card.getByRole("button").first().click();
  await card.getByRole("button", { name: "Sheet" }).click();
  const sheet = page.getByRole("dialog", { name: "Second" });
  await expect(sheet.getByRole("heading", { name: "Things" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const [shown, whole] = await sheet.evaluate((node) => [node.clientHeight, node.scrollHeight]);
  expect(shown).toBe(whole);
  expect(shown).toBeGreaterThan(400);
  await expect(page.locator("#board")).toBeHidden();
});

test("a fight that is ended while it is paused is over, and no more", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  const link = await server.player(table, [0], "Bo");
  await sit(page, server.link(table), "Ada");
  const player = await another(page);
  await sit(player, link, "Bo");
  await server.ask(table, { is: "pause", paused: true });
  await expect(player.getByText("Nothing can be decided until it goes on.")).toBeVisible();
  await server.ask(table, { is: "correct", words: "fight over nobody", instead: true });
  for (const one of [page, player]) {
    const acting = one.getByRole("region", { name: "Acting" });
    await expect(acting.getByRole("heading", { name: "The fight is over" })).toBeVisible();
    await expect(acting).not.toContainText("The game is paused");
  }
  await player.context().close();
});

test("a condition of which more is to be said is typed on", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").filter({ hasText: "Second" });
  await card.getByRole("button").first().click();
  await card.getByLabel("Add a condition to Second").selectOption("grappled");
  const line = card.getByLabel("Anything else");
  await expect(line).toBeFocused();
  await expect(line).toHaveValue("gains grappled toward ");
});
