// Acts that are aimed: at whom and where, what is listed first, and what is done only on purpose.

import type { Locator, Page } from "@playwright/test";

import { onBoard, question, sit } from "./table";
import { expect, test } from "./server";

interface Seen {
  number: number;
  standing: { questions?: { who: number }[] };
}

function parts(page: Page) {
  const acting = page.getByRole("region", { name: "Acting" });
  return {
    acting,
    prepared: acting.getByRole("group", { name: "Prepared" }),
    doIt: acting.getByRole("button", { name: /^Do it/ }),
    kind: (name: string) =>
      acting.getByRole("group", { name: "Kinds of acts" }).getByRole("button", { name, exact: true }),
    line: acting.getByLabel("Or type it"),
  };
}

async function point(page: Page, column: number, row: number): Promise<void> {
  const { x, y } = await onBoard(page, column, row);
  await page.mouse.click(x, y);
}

test("an area is aimed at a free place, and nothing is done before it is pressed", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/frozen-lake");
  const SIF = 2;
  for (let turns = 0; turns < 4; turns++) {
    const path = `/api/tables/${table.id}`;
    const { update } = await server.http<{ update: Seen }>("GET", path, table.token);
    const who = update.standing.questions?.[0]?.who;
    if (who === undefined || who === SIF) break;
    await server.ask(table, { is: "pass", who, seen: update.number });
  }
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toContain("Sif's Turn, 3 Actions left");
  const { acting, prepared, doIt, kind, line } = parts(page);
  await kind("Magic").click();
  await acting
    .getByRole("button", { name: /^Cast evoke fire blast at a place .*Range 1/ })
    .first()
    .click();
  const covered = page.locator("path.covered");
  const { x, y } = await onBoard(page, 6, 5);
  await page.mouse.move(x, y);
  await expect(covered).toHaveAttribute("d", /M.*Z/);
  await page.mouse.dblclick(x, y);
  await expect(prepared).toContainText("Cast evoke fire blast at 6,5");
  await expect(prepared.getByText(/^Exact|^From/)).toBeVisible();
  await expect(doIt).toBeFocused();
  expect(await question(page)).toContain("3 Actions left");

  await acting.getByRole("button", { name: /^Cast evoke fire cone/ }).click();
  await point(page, 4, 4);
  await expect(prepared).toContainText(/^Cast evoke fire cone from \d,\d toward 4,4/);

  await line.fill("move to 3,5");
  await line.press("Enter");
  await expect(prepared).toContainText("Move to 3,5");
  await expect(page.locator("path.way")).toHaveAttribute("d", /^M.+L/);
  await expect(doIt).toBeFocused();
  expect(await question(page)).toContain("3 Actions left");
  await page.keyboard.press("Enter");
  await expect.poll(() => question(page)).toContain("2 Actions left");
  await expect(line).toHaveValue("");

  const end = acting.locator(".silence > button").first();
  await end.dblclick();
  await expect(end).toHaveText("End turn, 2 actions unused?");
  expect(await question(page)).toContain("2 Actions left");
  await page.keyboard.press("Tab");
  await expect(end).toHaveText("End turn");
  await end.click();
  await end.click();
  await expect.poll(() => question(page)).not.toContain("Sif's Turn, 2 Actions left");
});

test("attacks on things and friends are folded away", async ({ server, page }) => {
  const table = await server.begin("threeaction/frozen-lake");
  await sit(page, server.link(table), "Ada");
  const { acting, kind } = parts(page);
  await kind("Attack").click();
  const special = acting.getByRole("list", { name: "At things and the own side" });
  await expect(special.getByRole("button")).toHaveText([
    /^Strike ice/,
    /^Strike ice/,
    /own side/,
    /own side/,
  ]);
  await acting.getByText("At something special (4)").click();
  await expect(special).toBeHidden();
});

const centre = async (token: Locator) => {
  const box = await token.boundingBox();
  if (!box) throw new Error("it is not on the board");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("a small creature in the room of a large one is seen beside it", async ({ server, page }) => {
  const table = await server.begin("energy/sprites-of-the-mere");
  await sit(page, server.link(table), "Ada");
  const token = (letters: string) =>
    page.locator(".token", { has: page.locator(".letters", { hasText: new RegExp(`^${letters}$`) }) });
  const order = await page.locator(".token .letters").allTextContents();
  expect(order.indexOf("P")).toBeGreaterThan(order.indexOf("S"));
  const [pim, serpent] = [
    await centre(token("P").locator(".body")),
    await centre(token("S").locator(".body")),
  ];
  expect(Math.hypot(pim.x - serpent.x, pim.y - serpent.y)).toBeGreaterThan(20);
  await page.mouse.move(pim.x, pim.y);
  await expect(page.locator(".cursor-words")).toContainText("Pim");
  await page.mouse.move(serpent.x, serpent.y - 5);
  await expect(page.locator(".cursor-words")).toContainText("Serpent");
});

test("what just happened is seen once, and many rules are folded", async ({ server, page }) => {
  const table = await server.begin("energy/sprites-of-the-mere");
  await sit(page, server.link(table), "Ada");
  const heading = page.getByRole("region", { name: "What just happened" }).getByRole("heading");
  const height = async () => (await heading.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.getByRole("tab", { name: "People" }).click();
  expect(await height()).toBeGreaterThan(10);

  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("button", { name: /until ruk is done$/i }).click();
  const hit = page.locator(".entry").filter({ hasText: /Ruk.*hand axe/, has: page.locator("details") });
  await expect.poll(() => question(page)).not.toMatch(/^Ruk /);
  const folded = hit.locator("summary", { hasText: /^\d+ rules$/ }).first();
  for (const summary of await hit.locator("> details > summary").all()) await summary.click();
  await folded.focus();
  const rule = hit.getByRole("button", { name: "ranged attack (actions)" }).first();
  await expect(rule).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(rule).toBeVisible();
});
