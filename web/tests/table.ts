import { expect, type BrowserContextOptions, type Locator, type Page } from "@playwright/test";

/** Sits down at a table by its link. What happens is shown at once, unless it is to be looked at. */
export async function sit(page: Page, link: string, name: string, tempo = "at once"): Promise<void> {
  await page.addInitScript((tempo) => localStorage.setItem("affray.pace", tempo), tempo);
  await page.goto(link);
  const board = page.getByRole("region", { name: "Acting" });
  const ask = page.getByLabel("What should the others call you?");
  await expect(board.or(ask)).toBeVisible();
  if (await ask.isVisible()) {
    await ask.fill(name);
    await page.getByRole("button", { name: "Sit down" }).click();
  }
  await expect(board).toBeVisible();
}

/** A phone held upright. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** A page in a browser of its own, where nothing is remembered. */
export async function another(page: Page, options: BrowserContextOptions = {}): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("there is no browser");
  return (await browser.newContext(options)).newPage();
}

/** Begins a duel with others, and makes a link by which Bert plays the first; gives the list of links. */
export async function withOthers(page: Page, address: string): Promise<Locator> {
  await page.goto(address);
  await page.getByRole("button", { name: "Play with others: Duel", exact: true }).first().click();
  await page.getByRole("region", { name: "Acting" }).getByRole("button", { name: "Make links" }).click();
  const links = page.getByRole("region", { name: "Links" });
  await links.getByLabel("first").check();
  await links.getByLabel("Name").fill("Bert");
  await links.getByRole("button", { name: "Make the link" }).click();
  return links;
}

/** Everything that the server sends to the page from now on. */
export function heard(page: Page): string[] {
  const messages: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => messages.push(String(payload))),
  );
  return messages;
}

/** The question that somebody at the page has to answer, if there is one. */
export async function question(page: Page): Promise<string | undefined> {
  const heading = page.getByRole("region", { name: "Acting" }).getByRole("heading", { level: 2 });
  return (await heading.count()) > 0 ? ((await heading.first().textContent()) ?? undefined) : undefined;
}

/** Whether the fight is over, as the page has it. */
export async function isOver(page: Page): Promise<boolean> {
  return (await page.getByText("The fight is over").count()) > 0;
}

/** So long a click waits before everything is tried anew, in milliseconds. */
const SOON = { timeout: 2_000 };

/** Does something that is on offer, by clicking, attacks first. Where somebody else acts just before, it is tried again on what holds then. */
export async function act(page: Page): Promise<void> {
  await expect(() => tryToAct(page)).toPass({ timeout: 40_000 });
}

async function tryToAct(page: Page): Promise<void> {
  const acting = page.getByRole("region", { name: "Acting" });
  await expect(acting).toHaveAttribute("aria-busy", "false", SOON);
  const offers = acting.getByRole("list", { name: "What can be done" });
  const doIt = acting.getByRole("button", { name: "Do it" });
  await expect(offers.or(doIt).first()).toBeVisible(SOON);
  const attack = acting.getByRole("group", { name: "Kinds of acts" }).getByRole("button", { name: "Attack" });
  if ((await attack.count()) > 0) await attack.click(SOON);
  const first = offers.getByRole("button").first();
  if ((await first.getAttribute("aria-expanded", SOON)) !== "true") await first.click(SOON);
  const aims = acting.getByRole("list", { name: "At what" });
  if (!(await doIt.isVisible())) await aims.getByRole("button").first().click(SOON);
  const meant = acting.getByRole("group", { name: "What is meant" });
  if (!(await doIt.isVisible())) await meant.getByRole("button").first().click(SOON);
  await doIt.click(SOON);
  await expect(doIt).toBeHidden(SOON);
  await expect(acting).toHaveAttribute("aria-busy", "false", SOON);
}

/** Where a square lies in the window. */
export async function onBoard(page: Page, column: number, row: number): Promise<{ x: number; y: number }> {
  return page.locator("#board > g").evaluate(
    (node, [column, row]) => {
      // So many units of the drawing a square is wide.
      const CELL = 40;
      const at = new DOMPoint((column + 0.5) * CELL, (row + 0.5) * CELL);
      const { x, y } = at.matrixTransform((node as SVGGElement).getScreenCTM() ?? undefined);
      return { x, y };
    },
    [column, row] as const,
  );
}

/** Moves the cursor of the board to a square, by keyboard. */
export async function cursorTo(page: Page, column: number, row: number): Promise<void> {
  await page.locator("#board").focus();
  const words = page.locator(".cursor-words");
  for (let presses = 0; presses < 80; presses++) {
    const [atColumn = 0, atRow = 0] = ((await words.textContent()) ?? "").split(",").map(Number);
    if (atColumn === column && atRow === row) return;
    const across = atColumn < column ? "ArrowRight" : "ArrowLeft";
    const along = atRow < row ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(atColumn === column ? along : across);
  }
  throw new Error(`the cursor does not come to ${column},${row}`);
}
