// Small screens: phones upright and on their side, and pages that are shown larger than they were made.

import type { Locator, Page } from "@playwright/test";

import { act, sit } from "./table";
import { expect, test } from "./server";

const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

const across = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const [width, height] of [
  [740, 360],
  [640, 360],
  [1024, 400],
] as const) {
  test(`on a low screen the board stands beside what can be done: ${width} by ${height}`, async ({
    server,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const table = await server.begin("segment/ambush-in-the-bracken");
    await sit(page, server.link(table), "Ada");
    await page.getByRole("button", { name: "Understood" }).click();
    const [board, acting] = [page.locator("#board"), page.getByRole("region", { name: "Acting" })];
    await expect.poll(async () => (await box(board)).height).toBeGreaterThan(height * 0.65);
    const [left, right] = [await box(board), await box(acting)];
    expect(left.width).toBeGreaterThan(width * 0.45);
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    expect(right.y).toBeLessThan(height * 0.3);
    await page.getByText("Legend", { exact: true }).click();
    await expect(page.getByRole("list", { name: "Legend" })).toBeInViewport();
    expect(await across(page)).toBeLessThanOrEqual(width);
  });
}

test("on a page shown at twice its size some rows of the time are seen, and the rest is scrolled to", async ({
  server,
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const table = await server.begin("timecount/sword-and-rapier");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("button", { name: "Understood" }).click();
  const time = page.getByRole("region", { name: "Time", exact: true });
  const { y } = await box(time);
  expect(400 - y).toBeGreaterThan(45);
  const hidden = await time.evaluate((node) => node.scrollHeight - node.clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await time.getByRole("rowheader").last().scrollIntoViewIfNeeded();
  await expect(time.getByRole("rowheader").last()).toBeInViewport();
});

test("on a phone a line that is down overprints nothing", async ({ server, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  let down = false;
  const lines: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/\/socket/, (line) => {
    if (down) return void line.close();
    lines.push(line);
    line.connectToServer();
  });
  const table = await server.begin("segment/ambush-in-the-bracken");
  await sit(page, server.link(table), "Ada");
  down = true;
  for (const line of lines) await line.close();
  const words = page.getByText("connection lost, trying again …");
  await expect(words).toBeVisible();
  const [said, buttons] = [await box(words), await box(page.getByRole("group", { name: "Decisions" }))];
  expect(said.y).toBeGreaterThanOrEqual(buttons.y + buttons.height - 1);
  expect(said.x).toBeGreaterThanOrEqual(0);
  expect(said.x + said.width).toBeLessThanOrEqual(360);
  expect(await across(page)).toBeLessThanOrEqual(360);
});

test("on a phone no stage of a round runs into the next", async ({ server, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const table = await server.begin("segment/ambush-in-the-bracken");
  await sit(page, server.link(table), "Ada");
  const strip = page.getByRole("region", { name: "Stages of the round" });
  await expect(strip).toBeVisible();
  const cut = await strip.evaluate(
    (node) =>
      [...node.querySelectorAll("thead th + th, td")].filter(
        (cell) => cell.scrollWidth > cell.clientWidth + 1,
      ).length,
  );
  expect(cut).toBe(0);
});

test("the fight can be begun, and something be done, however little room there is for it", async ({
  server,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto(server.address);
  await page.getByRole("button", { name: /^Play with others: Ambush in the bracken/ }).click();
  await page.getByRole("tab", { name: "Game master" }).click();
  const begin = page.getByRole("button", { name: "Begin the fight" });
  await expect(begin).toBeInViewport({ ratio: 0.9 });
  await begin.click();
  await page.getByRole("button", { name: "Large", exact: true }).click();
  const acts = page.getByRole("region", { name: "Acting" }).getByRole("list", { name: "What can be done" });
  await expect(acts.getByRole("button").first()).toBeInViewport({ ratio: 0.9 });
});

test("what helps to find something in the log stands beside the tabs", async ({ server, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const table = await server.begin("segment/ambush-in-the-bracken");
  await sit(page, server.link(table), "Ada");
  const find = await box(page.getByRole("button", { name: "Find in the log" }));
  const tabs = await box(page.getByRole("tablist", { name: "More" }));
  expect(find.y).toBeLessThan(tabs.y + tabs.height);
});

test("on a phone nothing lies over what stands last in the log", async ({ server, page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  for (let acts = 0; acts < 3; acts++) await act(page);
  const last = page.getByRole("log", { name: "What happened" }).locator("summary, p, h3").last();
  const isHitAtEnd = async () => {
    await last.evaluate((node) => node.scrollIntoView({ block: "center" }));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return last.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  };
  await isHitAtEnd();
  const call = page.locator(".table > button.primary");
  await expect(call, "one is called to what is asked").toBeVisible();
  expect(await isHitAtEnd()).toBe(true);
  await page.keyboard.press("Control+Shift+Z");
  const notice = page.getByRole("alert").getByText(/nothing/i);
  await expect(notice, "nothing was taken back").toBeVisible();
  expect(await isHitAtEnd()).toBe(true);
  await page.getByRole("alert").getByRole("button").first().click();
  await call.click();
  await expect(call).toBeHidden();
  await expect(page.getByRole("region", { name: "Acting" })).toBeInViewport();
});
