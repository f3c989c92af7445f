// A whole fight of every system, from its scenario to its end, with a game master and two players in three browsers.

import { act, heard, isOver, question, sit } from "./table";
import { expect, test } from "./server";

/** So many decisions people make by hand before the program plays their creatures to the end. */
const DECISIONS = 8;

const FIGHTS = [
  "threeaction/frozen-lake",
  "timecount/gatehouse",
  "energy/guard-room",
  "segment/duel-at-the-ford",
  "actionpoint/ogre-at-the-bridge",
];

for (const scenario of FIGHTS) {
  test(`a fight of ${scenario} is played to its end`, async ({ server, browser }) => {
    const table = await server.begin(scenario);
    interface Seen {
      update: { creatures: { id: number; name: string; side: number }[]; sides: string[] };
    }
    const seen = await server.http<Seen>("GET", `/api/tables/${table.id}`, table.token);
    const own = seen.update.creatures.filter((creature) => creature.side === 0);
    // Where one fights alone, the second player plays the other side.
    const [first, ...others] = own.length > 1 ? own : seen.update.creatures;
    const players = [[first], others].map((creatures) => creatures.flatMap((one) => (one ? [one] : [])));

    const master = await (await browser.newContext()).newPage();
    await sit(master, server.link(table), "Ada");
    const pages = [];
    for (const creatures of players) {
      const page = await (await browser.newContext()).newPage();
      const messages = heard(page);
      const ids = creatures.map((one) => one.id);
      await sit(page, await server.player(table, ids, creatures[0]?.name ?? ""), "");
      pages.push({ page, messages, ids });
    }

    let made = 0;
    for (let turn = 0; turn < 200 && made < DECISIONS; turn++) {
      if (await isOver(master)) break;
      for (const { page } of pages) {
        if ((await question(page)) === undefined || (await isOver(page))) continue;
        try {
          await act(page);
          made++;
        } catch (error) {
          // What the others did may have left nothing to decide.
          if ((await question(page)) !== undefined && !(await isOver(page))) throw error;
        }
      }
      await master.waitForTimeout(50);
    }
    expect(made, "people have decided something").toBeGreaterThan(0);
    for (const { messages, ids } of pages) {
      for (const message of messages) {
        const update = JSON.parse(message) as { standing?: { questions?: { who: number }[] } };
        for (const { who } of update.standing?.questions ?? []) {
          expect(ids, "a player is asked for their own creatures alone").toContain(who);
        }
      }
    }

    for (const { id } of seen.update.creatures) {
      await server.ask(table, { is: "control", who: id, by: "simple" });
    }
    for (const page of [master, ...pages.map(({ page }) => page)]) {
      const end = page
        .getByRole("region", { name: "Acting" })
        .getByRole("heading", { name: "The fight is over" });
      await expect(end).toBeVisible({ timeout: 60_000 });
    }
    for (const context of browser.contexts()) await context.close();
  });
}
