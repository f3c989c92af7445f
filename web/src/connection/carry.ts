// What held at a table holds at another one where the same fight is played again.

import type { CreatureId } from "../protocol/CreatureId";
import type { Request } from "../protocol/Request";
import type { Settings } from "../protocol/Settings";
import type { SwitchSeen } from "../protocol/SwitchSeen";
import { askTable, Refused, seenTable } from "./http";

/** Who rolls and decides at a table, what players are told and shown, and how it rules. */
export interface Held {
  settings: Settings;
  /** Creatures are told apart by their names: their numbers are those of one table. */
  names: ReadonlyMap<CreatureId, string>;
  switches: readonly SwitchSeen[];
}

/** How often something is asked again that came too fast. */
const TRIES = 3;

/** Has it hold at the new table as well, which is paused, and begins the fight there if that is wished for. What is not possible there stays as it is: it can be settled at the table. */
export async function carry(held: Held, begins: boolean, id: string, token: string): Promise<void> {
  await hold(held, id, token);
  if (begins) await settle(id, token, { is: "pause", paused: false });
}

async function hold(held: Held, id: string, token: string): Promise<void> {
  try {
    const { creatures = [], settings } = (await seenTable(id, token)).update;
    const found = new Map(creatures.map((one) => [one.name.toLowerCase(), one.id]));
    const reply = await askTable(id, token, { is: "switches" });
    const switches = reply.is === "switches" ? reply.switches : [];
    const there = (who: CreatureId) => found.get(held.names.get(who)?.toLowerCase() ?? "");
    for (const request of needed(held, { settings, switches }, there)) await settle(id, token, request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** What has to be asked for so that all holds that held. */
export function needed(
  held: Held,
  now: { settings?: Settings | undefined; switches: readonly SwitchSeen[] },
  there: (who: CreatureId) => CreatureId | undefined,
): Request[] {
  const { settings } = held;
  const stands = new Map(now.switches.map(({ name, value }) => [name, value]));
  const decides = new Map(now.settings?.controls);
  const rules = held.switches
    .filter(({ name, value }) => stands.has(name) && stands.get(name) !== value)
    .map(({ name, value }): Request => ({ is: "rule", switch: name, value }));
  const dice = settings.dice_of.flatMap(([who, real]): Request[] => {
    const one = there(who);
    return one === undefined ? [] : [{ is: "dice-of", who: one, real }];
  });
  const controls = settings.controls.flatMap(([who, by]): Request[] => {
    const one = there(who);
    return one === undefined || decides.get(one) === by ? [] : [{ is: "control", who: one, by }];
  });
  const real: Request[] = settings.real_dice ? [{ is: "dice", real: true }] : [];
  const numbers: Request[] =
    settings.numbers === now.settings?.numbers ? [] : [{ is: "numbers", numbers: settings.numbers }];
  const hidden = settings.hidden.flatMap((who): Request[] => {
    const one = there(who);
    return one === undefined ? [] : [{ is: "hide", who: one, hidden: true }];
  });
  const habits = settings.habits.flatMap(([who, window, habit]): Request[] => {
    const one = there(who);
    return one === undefined ? [] : [{ is: "habit", who: one, window, habit }];
  });
  // Nobody may see those who are hidden, however soon they sit down.
  return [...hidden, ...rules, ...real, ...dice, ...numbers, ...controls, ...habits];
}

async function settle(id: string, token: string, request: Request, tries = TRIES): Promise<void> {
  try {
    await askTable(id, token, request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.problem.is !== "too-fast" || tries === 0) return;
    const { wait } = error.problem;
    await new Promise((passed) => setTimeout(passed, wait));
    await settle(id, token, request, tries - 1);
  }
}
