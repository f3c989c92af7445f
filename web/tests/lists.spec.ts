// Lists and numbers of which something happens at once: by keyboard nothing happens before it is meant.

import { question, sit } from "./table";
import { expect, test } from "./server";

test("with arrow keys a choice waits for Enter, and Escape takes it back", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("tab", { name: "Game master" }).click();
  const decides = page.getByLabel("For the first");
  await decides.focus();
  await decides.press("ArrowDown");
  await expect(decides).not.toHaveValue("person");
  await expect(page.getByText("Enter takes it, Escape takes it back")).toBeVisible();
  await decides.press("Escape");
  await expect(decides).toHaveValue("person");
  await decides.press("ArrowDown");
  await decides.press("ArrowDown");
  await expect(decides).toHaveValue("greedy");
  await expect.poll(() => question(page)).toContain("do?");
  await decides.press("Enter");
  const log = page.getByRole("log");
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(log).toContainText("The first strikes at the second");
});

test("every condition is reached with arrow keys, and is given when the list is left", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").filter({ hasText: "Second" });
  await card.getByRole("button").first().click();
  const list = card.getByLabel("Add a condition to Second");
  await list.focus();
  while ((await list.inputValue()) !== "prone") await list.press("ArrowDown");
  await expect(card.getByRole("list", { name: "Conditions" })).toHaveCount(0);
  await list.press("Tab");
  await expect(card.getByRole("list", { name: "Conditions" })).toHaveText(/^Prone/);
});

test("a number is set once, however many there are on the way to it", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").filter({ hasText: "Second" });
  await card.getByRole("button").first().click();
  const hp = card.getByRole("spinbutton", { name: "HP", exact: true });
  await hp.focus();
  for (let presses = 0; presses < 3; presses++) await hp.press("ArrowDown");
  await hp.press("Enter");
  await expect(card).toContainText("27/30");
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("log").getByText(/^The second has \d+ HP now/)).toHaveCount(1);
  await hp.fill("1.5");
  await hp.press("Enter");
  await expect(page.getByRole("alert")).toContainText("A whole number from −32768 to 32767 goes there.");
  await expect(hp).toHaveValue("27");
});
