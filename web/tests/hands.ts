// Playing a fight to its end by one way of using the page alone: with the keyboard, or by tapping.

import { expect, type Locator, type Page } from "@playwright/test";

import { cursorTo } from "./table";

/** A way of using the page. */
export interface Hands {
  /** Presses a button, however it is reached. */
  press(button: Locator): Promise<void>;
  /** Points at an enemy on the board. */
  point(): Promise<void>;
}

/** Those who play have side 0. */
const ENEMY = ".token:not(.side-0, .fallen)";

/** Decisions after which a fight goes on too long. */
const DECISIONS_MAX = 400;

function parts(page: Page) {
  const acting = page.getByRole("region", { name: "Acting" });
  const button = (name: string | RegExp) => acting.getByRole("button", { name });
  return {
    acting,
    question: acting.getByRole("heading", { level: 2 }),
    over: acting.getByRole("heading", { name: "The fight is over" }),
    doIt: button(/^Do it/),
    attack: acting.getByRole("group", { name: "Kinds of acts" }).getByRole("button", { name: "Attack" }),
    acts: acting.getByRole("list", { name: "What can be done" }).locator("> li > button"),
    meant: acting.getByRole("group", { name: "What is meant" }).getByRole("button"),
    silence: acting.locator(".silence > button").first(),
    unused: button(/ unused\?$/),
    best: acting.locator("summary", { hasText: "What would be best?" }),
    weigh: button("Weigh what can be done"),
    advised: acting.locator("ol > li > button"),
    nothing: acting.getByText(/does more good than harm/),
  };
}

/** Decides once, as the page says is best. The first attack is made by pointing at an enemy; whether this was one. */
async function decide(page: Page, hands: Hands, onBoard: boolean): Promise<boolean> {
  const { doIt, attack, acts, meant, silence, unused, best, weigh, advised, nothing } = parts(page);
  if (onBoard && (await attack.isVisible())) {
    await hands.point();
    await expect(meant.or(doIt).first(), "the board takes a creature as an aim").toBeVisible();
    if (!(await doIt.isVisible())) await hands.press(meant.first());
    await hands.press(doIt);
    return true;
  }
  const known = weigh.or(advised).or(nothing);
  if (!(await known.first().isVisible())) await hands.press(best);
  if (await weigh.isVisible()) await hands.press(weigh);
  await expect(advised.first().or(nothing)).toBeVisible();
  if (await advised.first().isVisible()) {
    await hands.press(advised.first());
    await hands.press(doIt);
  } else if (await silence.isVisible()) {
    await hands.press(silence);
    // Who has something left to spend is asked once more, by the same button.
    if (await unused.isVisible()) await hands.press(unused);
  } else {
    await hands.press(acts.first());
    await hands.press(doIt);
  }
  return false;
}

/** Plays everybody who is asked until the fight is over; how often something was decided. */
export async function playOn(page: Page, hands: Hands, after: () => Promise<void>): Promise<number> {
  const { question, over, doIt, acting } = parts(page);
  let wasOnBoard = false;
  for (let made = 0; made < DECISIONS_MAX; made++) {
    await expect(question.first()).toBeVisible({ timeout: 60_000 });
    if (await over.isVisible()) {
      expect(wasOnBoard, "somebody was pointed at on the board").toBe(true);
      return made;
    }
    wasOnBoard = (await decide(page, hands, !wasOnBoard)) || wasOnBoard;
    await expect(doIt).toBeHidden();
    await expect(acting).toHaveAttribute("aria-busy", "false");
    await after();
  }
  throw new Error(`the fight is not over after ${DECISIONS_MAX} decisions`);
}

/** The keyboard: Tab, Enter, arrows, and F6 from part to part. */
export function keyboard(page: Page): Hands {
  const has = (button: Locator) => button.evaluate((node) => node === document.activeElement);
  return {
    async press(button) {
      await expect(button).toBeVisible();
      // From part to part, until what is looked for is in this one.
      const inPart = () =>
        button.evaluate((node) => node.closest("#acting, #more")?.contains(document.activeElement) ?? true);
      for (let presses = 0; presses < 6 && !(await inPart()); presses++) await page.keyboard.press("F6");
      const isBefore = await button.evaluate((node) => {
        const { activeElement } = document;
        const order = activeElement?.compareDocumentPosition(node) ?? 0;
        return (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      });
      for (let presses = 0; presses < 200 && !(await has(button)); presses++) {
        await page.keyboard.press(isBefore ? "Shift+Tab" : "Tab");
      }
      expect(await has(button), "it is reached with the tab key").toBe(true);
      await page.keyboard.press("Enter");
    },
    async point() {
      for (let presses = 0; presses < 6; presses++) {
        if ((await page.evaluate(() => document.activeElement?.id)) === "board") break;
        await page.keyboard.press("F6");
      }
      const [right = 0, down = 0] = await page
        .locator(ENEMY)
        .first()
        .evaluate(async (node) => {
          // Where it comes to, not where it is on its way.
          await Promise.all(node.getAnimations().map(({ finished }) => finished));
          const { x, y } = new DOMPoint().matrixTransform(new DOMMatrix(getComputedStyle(node).transform));
          return [Math.floor(x / 40), Math.floor(y / 40)];
        });
      await cursorTo(page, right, down);
      await page.keyboard.press("Enter");
    },
  };
}

/** Fingers: everything is tapped, after it was scrolled to. */
export function fingers(page: Page): Hands {
  return {
    press: (button) => button.tap(),
    async point() {
      const target = page.locator(`${ENEMY} .body`).first();
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error("no target is to be seen");
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    },
  };
}
