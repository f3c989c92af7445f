// Every page: nothing from elsewhere, nothing that a screen reader or a slow line would stumble over.

import axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "@playwright/test";

import { sit } from "./table";
import { expect, test } from "./server";

/** Compressed bytes of all scripts of the page. */
const SCRIPTS_MAX = 200_000;

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** What a page complains of, and what it asks of others. */
function watch(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // A scenario that is being written is not right at every moment; what is wrong with it is shown.
    const isOfCheck = message.location().url.endsWith("/api/scenarios/check");
    if (message.type() === "error" && !isOfCheck) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:")) complaints.push(url);
  });
  return complaints;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const { name, path, shows } of [
    { name: "fights", path: "/", shows: "Ambush at the ford" },
    { name: "rulebook", path: "/rulebook", shows: "exercised by worked examples" },
    { name: "builder", path: "/builder", shows: "Creatures" },
    { name: "interface", path: "/interface", shows: "/api/tables" },
  ]) {
    test(`the page of ${name} is in order (${colorScheme})`, async ({ server, browser }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints = watch(page, server.address);
      await page.goto(server.address + path);
      await expect(page.getByText(shows).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }

  for (const scenario of [
    "threeaction/hex-glade",
    "timecount/gatehouse",
    "energy/guard-room",
    "segment/store-house",
    "actionpoint/fight-in-the-gatehouse",
  ]) {
    test(`a table of ${scenario} is in order (${colorScheme})`, async ({ server, browser }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints = watch(page, server.address);
      const table = await server.begin(scenario);
      await sit(page, server.link(table), "Ada");
      await expect(page.getByRole("list", { name: "What can be done" }).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.getByRole("article").first().getByRole("button").first().click();
      await page.getByRole("button", { name: "Sheet", exact: true }).click();
      await page.getByRole("dialog").locator("details").first().click();
      expect(await faults(page)).toEqual([]);
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("tab", { name: "Game master" }).click();
      expect(await faults(page)).toEqual([]);
      const scrolls = () => document.documentElement.scrollHeight > window.innerHeight;
      expect(await page.evaluate(scrolls), "parts of a table scroll, the page does not").toBe(false);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test("the scripts are small", async ({ server, page }) => {
  const table = await server.begin("threeaction/battle-of-forty");
  await sit(page, server.link(table), "Ada");
  await page.reload();
  await page.getByRole("application").waitFor();
  const scripts = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries
      .filter((entry) => entry.name.endsWith(".js"))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  });
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThan(SCRIPTS_MAX);
});
