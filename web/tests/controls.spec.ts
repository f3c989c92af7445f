// Keys, lists and menus of a table: what they do once, what they leave alone, and what they show when it is not taken.

import { act, question, sit } from "./table";
import { expect, test } from "./server";

test("what is meant for a list or a dialog leaves the act that is prepared, and keys that are held undo once", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const attack = acting.getByRole("list", { name: "What can be done" }).getByRole("button").first();
  const doIt = acting.getByRole("button", { name: "Do it" });
  const prepare = async () => {
    await attack.click();
    const aims = acting.getByRole("list", { name: "At what" });
    await expect(doIt.or(aims).first()).toBeVisible();
    if (!(await doIt.isVisible())) await aims.getByRole("button").first().click();
    await expect(doIt).toBeVisible();
  };
  await prepare();
  const line = page.locator("#command");
  await line.fill(((await line.getAttribute("placeholder")) ?? "").slice(0, 2));
  const completions = page.getByRole("listbox", { name: "Completions" });
  await expect(completions).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(completions).toBeHidden();
  await expect(doIt).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(doIt).toBeHidden();

  await prepare();
  await page.getByRole("article").first().getByRole("button").first().click();
  await page.getByRole("button", { name: "Sheet" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(doIt).toBeVisible();
  await page.keyboard.press("Escape");

  await act(page);
  await expect.poll(() => question(page)).toContain("2 Actions left");
  await act(page);
  await expect.poll(() => question(page)).toContain("1 Action left");
  await page.locator("#board").focus();
  await page.keyboard.down("Control");
  for (let times = 0; times < 10; times++) await page.keyboard.down("z");
  await page.keyboard.up("z");
  await page.keyboard.up("Control");
  await expect.poll(() => question(page)).toContain("2 Actions left");
  await page.waitForTimeout(500);
  expect(await question(page)).toContain("2 Actions left");
});

test("the game master changes any number of a sheet and of a thing", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const card = page.getByRole("article").first();
  await card.getByRole("button").first().click();
  await card.getByText("Change its sheet and its things").click();
  const log = page.getByRole("log", { name: "What happened" });
  const maximum = card.getByLabel("max hp", { exact: true });
  await maximum.fill("12");
  await maximum.press("Enter");
  await expect(card.getByText("12/12").first()).toBeVisible();
  await expect(log.getByText("The first: max hp is 12 now, and was 30.")).toBeVisible();
  await card.getByLabel("Find a value").fill("dice");
  const dice = card.getByRole("group", { name: /longsword$/ }).getByLabel("dice", { exact: true });
  await expect(dice).toHaveValue("d8");
  await dice.fill("many");
  await dice.press("Enter");
  await expect(page.getByText(/“many” is no value for “dice”/)).toBeVisible();
  await expect(dice).toHaveValue("d8");
  await dice.fill("2d6");
  await dice.press("Enter");
  await expect(log.getByText("The longsword: dice is 2d6 now, and was d8.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(dice).toHaveValue("d8");
});

test("what is not taken is not shown as chosen", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("article").first().getByRole("button").first().click();
  await page.getByRole("tab", { name: "Game master" }).click();
  await server.kill();
  await expect(page.getByText("connection lost")).toBeAttached();
  for (const [label, words] of [
    ["They see of the others’ numbers", "every number"],
    [/^For the /, "the program"],
    [/^Decides for /, "the program"],
    [/^Dice of /, "people roll and type"],
  ] as const) {
    const select = page.getByLabel(label).first();
    const before = await select.inputValue();
    await select.selectOption({ label: words });
    await expect(select).toHaveValue(before);
  }
  await server.start();
  await expect(page.getByText("connected", { exact: true })).toBeAttached({ timeout: 30_000 });
});
