import { expect, type Page } from "@playwright/test";

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

/** Does something that is on offer, by clicking, attacks first. */
export async function act(page: Page): Promise<void> {
  const acting = page.getByRole("region", { name: "Acting" });
  const offers = acting.getByRole("list", { name: "What can be done" });
  await expect(offers.or(acting.getByRole("button", { name: "Do it" })).first()).toBeVisible();
  const attack = acting.getByRole("group", { name: "Kinds of acts" }).getByRole("button", { name: "Attack" });
  if ((await attack.count()) > 0) await attack.click();
  const first = offers.getByRole("button").first();
  if ((await first.getAttribute("aria-expanded")) !== "true") await first.click();
  const aims = acting.getByRole("list", { name: "At what" });
  const doIt = acting.getByRole("button", { name: "Do it" });
  if (!(await doIt.isVisible())) await aims.getByRole("button").first().click();
  const meant = acting.getByRole("group", { name: "What is meant" });
  if (!(await doIt.isVisible())) await meant.getByRole("button").first().click();
  await doIt.click();
  // Somebody else may have acted just before: then it is done again, on what holds now.
  await expect(async () => {
    if (await doIt.isVisible()) await doIt.click({ timeout: 500 });
    await expect(doIt).toBeHidden({ timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
}
