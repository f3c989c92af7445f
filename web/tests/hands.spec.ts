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

/** What can be pressed and would not be hit by a finger, as something else lies over it or it is cut off. What is about to change takes no
 * presses at that moment. */
async function hidden(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const node of document.querySelectorAll("button, select, summary, input, a[href]")) {
      if (!node.checkVisibility() || node.closest(".skip, [aria-busy=true]")) continue;
      node.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = node.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      const isHit = hit !== null && (node.contains(hit) || hit.closest("label")?.contains(node));
      const over = isHit ? "" : ` lies below ${hit?.outerHTML.slice(0, 120) ?? "the edge"}`;
      if (!isHit || left < 0 || left + width > innerWidth + 1)
        found.push(node.outerHTML.slice(0, 120) + over);
    }
    return found;
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
    let looked = 0;
    const made = await playOn(page, fingers(page), async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, "nothing is wider than the phone").toBeLessThanOrEqual(360);
      // It holds for every moment, and is looked at in some.
      if (looked++ % 8 === 0) expect(await hidden(page)).toEqual([]);
    });
    expect(made).toBeGreaterThan(1);
    await phone.close();
  });
}
