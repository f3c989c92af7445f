// The pictures of the README, made anew by `npm run pictures`.

import type { Page } from "@playwright/test";

import { act, sit } from "./table";
import { expect, test } from "./server";

const FOLDER = "../docs/pictures";

async function settle(page: Page): Promise<void> {
  const understood = page.getByRole("button", { name: "Understood" });
  if (await understood.isVisible()) await understood.click();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
}

test("a table", async ({ server, page }) => {
  const table = await server.begin("threeaction/ambush-at-the-ford");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  await acting.getByRole("button", { name: "Attack" }).click();
  await acting.getByRole("list", { name: "What can be done" }).getByRole("button").first().click();
  await acting.getByRole("list", { name: "At what" }).getByRole("button").first().click();
  await settle(page);
  await page.screenshot({ path: `${FOLDER}/table.png` });
});

test("segments at night", async ({ server, browser }) => {
  const context = await browser.newContext({ colorScheme: "dark", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const table = await server.begin("segment/store-house");
  await sit(page, server.link(table), "Ada");
  for (let acts = 0; acts < 4; acts++) await act(page);
  await settle(page);
  await page.screenshot({ path: `${FOLDER}/segments.png` });
  await context.close();
});

test("the builder", async ({ server, page }) => {
  await page.goto(`${server.address}/`);
  await page.getByRole("link", { name: "Edit Ambush at the ford" }).click();
  await expect(page.getByText(/^From \d+ fights that the program has played$/)).toBeVisible({
    timeout: 90_000,
  });
  await settle(page);
  await page.screenshot({ path: `${FOLDER}/builder.png` });
});

test("a phone", async ({ server, browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const table = await server.begin("actionpoint/ogre-at-the-bridge");
  await sit(page, server.link(table), "Ada");
  await settle(page);
  await page.getByRole("region", { name: "What just happened" }).evaluate((node) => node.scrollIntoView());
  await page.mouse.wheel(0, -300);
  await settle(page);
  await page.screenshot({ path: `${FOLDER}/phone.png` });
  await context.close();
});
