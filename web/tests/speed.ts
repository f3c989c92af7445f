// How soon the board is there and how fast it is with many tokens, measured by `npm run speed`. Nothing fails for being slow: machines differ.

import type { Page } from "@playwright/test";

import { sit } from "./table";
import { expect, test } from "./server";

const TOKENS = 200;
const FRAMES = 300;

/** A field with two armies on it. */
function field(): string {
  const side = (name: string, kind: string, left: number) => {
    const places = Array.from({ length: TOKENS / 2 }, (_, index) => [
      left + 2 * (index % 10),
      2 * Math.floor(index / 10),
    ]);
    const groups = Array.from({ length: 5 }, (_, group) => places.slice(group * 20, group * 20 + 20));
    return groups.map((at, group) =>
      [
        "[[creature]]",
        `name = "${name} ${"abcde"[group]}"`,
        `kind = "${kind}"`,
        `side = "${name}s"`,
        `count = ${at.length}`,
        `at = ${JSON.stringify(at)}`,
        'policy = "person"',
      ].join("\n"),
    );
  };
  const map = "[map]\ncolumns = 60\nrows = 30";
  const head = 'system = "threeaction"\nname = "Two armies"\nsides = ["knights", "orcs"]';
  return [head, map, ...side("knight", KINDS[0], 2), ...side("orc", KINDS[1], 36)].join("\n\n");
}

const KINDS = ["town guard", "ogre"] as const;

/** Times from frame to frame in milliseconds, while something is done before each. */
async function frames(page: Page, what: "pan" | "zoom"): Promise<number[]> {
  const board = page.getByRole("application");
  const box = await board.boundingBox();
  if (!box) throw new Error("no board");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  if (what === "pan") await page.mouse.down();
  const times = await board.evaluate(
    async (node, { what, middle, count }) => {
      const times: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < count; frame++) {
        const angle = (frame / 60) * 2 * Math.PI;
        const at = { clientX: middle.x + 120 * Math.sin(angle), clientY: middle.y + 80 * Math.cos(angle) };
        const event =
          what === "pan"
            ? new PointerEvent("pointermove", { ...at, pointerId: 1, pointerType: "mouse", bubbles: true })
            : new WheelEvent("wheel", {
                ...at,
                deltaY: 40 * Math.cos(angle),
                bubbles: true,
                cancelable: true,
              });
        node.dispatchEvent(event);
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { what, middle, count: FRAMES },
  );
  if (what === "pan") await page.mouse.up();
  return times;
}

function share(times: number[], part: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`${TOKENS} tokens on ${viewport.width} by ${viewport.height}`, async ({ server, browser }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    const begun = await server.http<{ table: { id: string }; token: string }>("POST", "/api/tables", "", {
      text: field(),
    });
    await sit(page, server.link({ token: begun.token }), "Ada");
    await page.getByRole("application").scrollIntoViewIfNeeded();
    await expect(page.locator(".token")).toHaveCount(TOKENS);
    for (const what of ["pan", "zoom"] as const) {
      const times = await frames(page, what);
      console.log(
        `${TOKENS} tokens, ${viewport.width} by ${viewport.height}, ${what}: ` +
          `median ${share(times, 0.5)} ms a frame, 99 of 100 within ${share(times, 0.99)} ms`,
      );
    }
    await page.context().close();
  });
}

/** How often the page is loaded anew. */
const LOADS = 10;

test("how soon something of a table is to be seen", async ({ server, page }) => {
  const table = await server.begin("threeaction/battle-of-forty");
  await sit(page, server.link(table), "Ada");
  const paints = [];
  for (let load = 0; load < LOADS; load++) {
    await page.reload();
    await page.locator(".token").first().waitFor();
    paints.push(
      await page.evaluate(() => ({
        first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
        board: performance.now(),
      })),
    );
  }
  const first = paints.map((paint) => paint.first);
  const board = paints.map((paint) => paint.board);
  console.log(
    `something is to be seen after ${share(first, 0.5)} ms (at most ${share(first, 1)} ms), ` +
      `tokens after ${share(board, 0.5)} ms (at most ${share(board, 1)} ms), of ${LOADS} loads`,
  );
});
