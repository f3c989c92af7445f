// The builder: what is drawn on the board, with the mouse and with the keyboard, is in the scenario, and comes back from a file.

import { readFile, writeFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { expect, test } from "./server";

/** A field of 8 by 6 with two who fight. */
const FIELD = `
system = "SYSTEM"
name = "Two rooms"
sides = ["heroes", "foes"]

[map]
rows = ["........", "........", "........", "........", "........", "........"]
`;

/** The text of the scenario as it is now, as soon as nothing of it waits. */
async function text(page: Page): Promise<string> {
  return (await page.locator("pre").textContent()) ?? "";
}

async function begin(page: Page, address: string, scenario: string, folder: string): Promise<void> {
  await page.goto(`${address}/builder`);
  await expect(page.getByRole("heading", { name: "Creatures" })).toBeVisible();
  const path = `${folder}/field.toml`;
  await writeFile(path, scenario);
  await page.locator("input[type=file]").setInputFiles(path);
  await expect(page.getByLabel("Name of the fight")).toHaveValue("Two rooms");
  await page.getByText("The scenario as text").click();
}

/** Where a point of the board lies, in columns and rows. */
async function place(page: Page, column: number, row: number): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([column = 0, row = 0]) => {
      const svg = document.querySelector("#board") as SVGSVGElement;
      svg.scrollIntoView({ block: "center" });
      const matrix = (svg.querySelector("g") as SVGGElement).getScreenCTM() as DOMMatrix;
      const point = new DOMPoint(column * 40, row * 40).matrixTransform(matrix);
      return { x: point.x, y: point.y };
    },
    [column, row],
  );
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await place(page, ...from), await place(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

test("walls are drawn along the lines with the mouse, and a door into them", async ({ server, page }) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "timecount"), server.data);
  const tools = page.getByRole("group", { name: "Between cells" });
  await tools.getByRole("button", { name: "wall", exact: true }).click();
  await drag(page, [4, 0.1], [4, 5.9]);
  await expect.poll(() => text(page)).toMatch(/until = \[\s*3,\s*5,?\s*\]/);
  // A stroke is undone as one.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text(page)).not.toContain("edges");
  await drag(page, [4, 0.1], [4, 5.9]);
  await expect.poll(() => text(page)).toMatch(/until = \[\s*3,\s*5,?\s*\]/);
  await tools.getByRole("button", { name: "door", exact: true }).click();
  const door = await place(page, 4.1, 2.5);
  await page.mouse.click(door.x, door.y);
  await expect.poll(() => text(page)).toMatch(/kind = "door"/);
  // What has a door already loses it.
  await page.mouse.click(door.x, door.y);
  await expect.poll(() => text(page)).not.toMatch(/kind = "door"/);
  await expect(page.locator(".legend")).toContainText("wall");
});

test("walls are drawn with the keyboard alone", async ({ server, page }) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "energy"), server.data);
  await page.getByRole("group", { name: "Between cells" }).getByRole("button", { name: "low wall" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("application").focus();
  for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  // From the north the first turn leads to the east.
  await page.keyboard.press("Space");
  await expect(page.locator(".cursor-words")).toContainText("1,1");
  await expect(page.locator(".cursor-words")).toContainText("east side: nothing");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cursor-words")).toContainText("east side: low wall");
  await expect.poll(() => text(page)).toMatch(/kind = "low"/);
  await page.keyboard.press("Enter");
  await expect.poll(() => text(page)).not.toMatch(/kind = "low"/);
});

test("ground with height and without light is made and drawn", async ({ server, page }) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "threeaction"), server.data);
  for (const [kind, column] of [
    ["elevation", 2],
    ["dark", 5],
  ] as const) {
    await page.getByLabel("New kind of ground").selectOption(kind);
    await drag(page, [column + 0.5, 0.5], [column + 0.5, 5.5]);
  }
  await expect.poll(() => text(page)).toMatch(/(?:"\.\.~\.\.,\.\.",?\s*){6}/);
  expect(await text(page)).toMatch(/elevation = 1/);
  expect(await text(page)).toMatch(/dark = true/);
});

test("what is exported is the same when it is imported again", async ({ server, page }) => {
  await page.goto(`${server.address}/builder?scenario=timecount/gatehouse`);
  await page.getByText("The scenario as text").click();
  await expect.poll(() => text(page)).toContain("[map");
  await page.getByRole("group", { name: "Between cells" }).getByRole("button", { name: "bars" }).click();
  const spot = await place(page, 1, 1.5);
  await page.mouse.click(spot.x, spot.y);
  await expect.poll(() => text(page)).toContain('kind = "bars"');
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  const before = await text(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const path = `${server.data}/exported.toml`;
  await (await waiting).saveAs(path);
  expect(await readFile(path, "utf8")).toBe(before);
  await page.getByRole("button", { name: "Empty" }).click();
  await expect.poll(() => text(page)).not.toContain("bars");
  await page.locator("input[type=file]").setInputFiles(path);
  await expect.poll(() => text(page)).toBe(before);
});

test("who is added stands clear of the others, stays on a renamed side, and comes back after all is emptied", async ({
  server,
  page,
}) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "threeaction"), server.data);
  for (const about of ["Large, strong", "Hunts by scent"]) {
    await page.getByRole("button", { name: new RegExp(about) }).click();
  }
  await page.getByRole("spinbutton", { name: "How many" }).fill("3");
  await page.keyboard.press("Tab");
  await expect.poll(() => text(page)).toMatch(/count = 3/);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await page.getByLabel("Sides, separated by commas").fill("watch, beasts");
  await page.keyboard.press("Tab");
  await expect.poll(() => text(page)).toMatch(/side = "watch"/);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await page.getByRole("button", { name: "Empty" }).click();
  await expect.poll(() => text(page)).not.toContain("ogre");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text(page)).toContain("ogre");
});

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`what is drawn with stands above the board: ${width} by ${height}`, async ({ server, page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${server.address}/builder?scenario=threeaction/ambush-at-the-ford`);
    const kinds = page.getByRole("group", { name: "Brush" });
    const sides = page.getByRole("group", { name: "Between cells" });
    await sides.getByRole("button", { name: "wall", exact: true }).click();
    const board = page.locator("#board");
    await board.evaluate((node) => node.scrollIntoView({ block: "center" }));
    for (const one of [kinds, sides, board]) await expect(one).toBeInViewport({ ratio: 0.95 });
    const top = async (one: typeof board) => (await one.boundingBox())?.y ?? 0;
    expect(await top(sides)).toBeLessThan(await top(board));
    const across = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(across).toBeLessThanOrEqual(width);
  });
}

test("an encounter without anybody says why it cannot be played", async ({ server, page }) => {
  await page.goto(`${server.address}/builder`);
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await page.getByText("Play", { exact: true }).click({ force: true });
  await expect(page.getByText("add creatures first")).toBeVisible();
});

test("what is typed is looked at while it is typed, and a mistake leads to its field", async ({
  server,
  page,
}) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "threeaction"), server.data);
  const outlook = page.getByRole("region", { name: "Who would win" });
  await page.getByRole("button", { name: /Large, strong/ }).click();
  await expect(outlook).toContainText("Everybody is on one side, heroes");
  await page.getByLabel("On which side").selectOption("foes");
  await page.getByRole("button", { name: /Hunts by scent/ }).click();
  const strength = page.getByLabel("STR", { exact: true });
  await strength.fill("999999");
  await expect(strength).toHaveAttribute("aria-invalid", "true");
  await expect(strength).toHaveAccessibleDescription(/expected a whole number/);
  // Numbers stand in the order of the system's own files, and what takes a line of its own after them.
  const numbers = page.getByRole("group", { name: "Numbers of wolf" });
  await expect(numbers.locator("> .field > .head > .label").first()).toHaveText("level");
  await page.getByRole("button", { name: "ogre ogre" }).click();
  await expect(strength).not.toHaveAttribute("aria-invalid");
  await outlook.getByRole("link", { name: "wolf, STR" }).click();
  await expect(strength).toBeFocused();
  await expect(strength).toHaveValue("999999");
  await strength.fill("6");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await expect(strength).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: "Play with others" }).click();
  await expect(page.getByRole("heading", { name: "The fight has not begun" })).toBeVisible();
});

test("a smaller board is asked about before drawn ground is lost", async ({ server, page }) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "energy"), server.data);
  await page.getByRole("group", { name: "Brush" }).getByRole("button", { name: "solid" }).click();
  await drag(page, [6.5, 0.5], [6.5, 2.5]);
  await expect.poll(() => text(page)).toContain("......#.");
  const columns = page.getByLabel("Columns");
  const narrow = async () => {
    await columns.fill("5");
    await page.keyboard.press("Tab");
    await expect(page.getByText("3 cells of drawn ground would be lost.")).toBeVisible();
  };
  await narrow();
  await page.getByRole("button", { name: "Keep the size" }).click();
  await expect(columns).toHaveValue("8");
  await expect(columns).toBeFocused();
  expect(await text(page)).toContain("......#.");
  await narrow();
  await page.getByRole("button", { name: "Make it smaller" }).click();
  await expect.poll(() => text(page)).not.toContain("#");
  await columns.fill("6");
  await page.keyboard.press("Tab");
  await expect.poll(() => text(page)).toContain('"......"');
});

test("hexes are not offered where a system has none, and it is said why", async ({ server, page }) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "actionpoint"), server.data);
  await expect(page.getByLabel("Hexes")).toBeDisabled();
  await expect(page.getByText(/No hexes: fights are on squares/)).toBeVisible();
  await page.goto(`${server.address}/builder?scenario=energy/training-yard`);
  await expect(page.getByLabel("Hexes")).toBeEnabled();
});

test("who is written out keeps its numbers, names are proposed, and a copy stands elsewhere", async ({
  server,
  page,
}) => {
  await begin(page, server.address, FIELD.replace("SYSTEM", "threeaction"), server.data);
  await page.getByRole("button", { name: /Hunts by scent/ }).click();
  const strength = page.getByLabel("STR", { exact: true });
  const before = await strength.getAttribute("placeholder");
  await page.locator("#creature-0-kind").selectOption("");
  await expect(strength).toHaveValue(before ?? "");
  await expect(page.getByRole("button", { name: /wolf written out/ })).toBeVisible();
  // What is added holds what would hold without it.
  await page.locator("#creature-0 > .field > .choice > select").last().selectOption("carried");
  await page.getByRole("button", { name: "Add to carried" }).click();
  const held = page.getByLabel("carried 1", { exact: true });
  const names = await held.evaluate((node) =>
    [...((node as HTMLInputElement).list?.options ?? [])].map(({ value }) => value),
  );
  expect(names).toContain("longsword");
  await held.fill("longsord");
  await expect(held).toHaveAttribute("aria-invalid", "true");
  await expect(held).toHaveAccessibleDescription(/“longsord”/);
  await held.fill("longsword");
  await expect(held).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.locator("#creature-1-side").selectOption("foes");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveAttribute(
    "aria-disabled",
    "false",
  );
});
