// Whole fights from the first page to the end, by one way of using the page alone.

import type { Page } from "@playwright/test";

import { fingers, keyboard, playOn } from "./hands";
import { expect, test } from "./server";

/** Whatever happens is shown at once here: what is tried is whether one gets on. */
async function open(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("affray.pace", "at once"));
  await page.goto(address);
}

/** The focus is somewhere, and one sees where. */
async function focusIsSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return "nowhere";
    if (!activeElement.matches(":focus-visible")) return "not shown";
    return getComputedStyle(activeElement).outlineStyle === "none" ? "without a line around it" : "seen";
  });
  expect(seen).toBe("seen");
}

for (const [system, fight] of [
  ["Three Actions", "Duel"],
  ["Time Count", "Duel"],
] as const) {
  test(`a whole fight with the keyboard alone: ${fight} (${system})`, async ({ server, page }) => {
    await open(page, server.address);
    const fights = page.getByRole("region", { name: system });
    const play = fights.getByRole("button", { name: `Play ${fight}`, exact: true });
    await expect(play).toBeVisible();
    await page.mouse.move(0, 0);
    const isThere = () => play.evaluate((node) => node === document.activeElement);
    for (let presses = 0; presses < 150 && !(await isThere()); presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const acting = page.getByRole("region", { name: "Acting" });
    const sit = page.getByRole("button", { name: "Sit down" });
    await expect(acting.or(sit)).toBeVisible();
    if (await sit.isVisible()) {
      await page.keyboard.press("Tab");
      await page.keyboard.type("Ada");
      await page.keyboard.press("Enter");
    }
    await expect(acting).toBeVisible();
    const made = await playOn(page, keyboard(page), () => focusIsSeen(page));
    expect(made).toBeGreaterThan(1);
    await expect(acting.getByRole("heading", { name: "The fight is over" })).toBeVisible();
  });
}

for (const fight of ["Duel at the ford", "Duel at the well"]) {
  test(`a whole fight on a phone: ${fight}`, async ({ server, browser }) => {
    const phone = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await phone.newPage();
    await open(page, server.address);
    await page.getByRole("button", { name: `Play ${fight}` }).tap();
    const acting = page.getByRole("region", { name: "Acting" });
    const sit = page.getByRole("button", { name: "Sit down" });
    await expect(acting.or(sit)).toBeVisible();
    if (await sit.isVisible()) await sit.tap();
    const made = await playOn(page, fingers(page), async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, "nothing is wider than the phone").toBeLessThanOrEqual(360);
    });
    expect(made).toBeGreaterThan(1);
    await phone.close();
  });
}
