import type { NewTable } from "../protocol/NewTable";
import type { Role } from "../protocol/Role";
import { go } from "../route.svelte";
import { askTable, openTable, Refused, seenTable } from "./http";
import { rememberLinks, rememberTable } from "./tables";

/** Somebody for whom a link is made as soon as there is a table; whom they play, by name. */
export interface Guest {
  role: Role;
  name: string;
  plays: string[];
  /** Tells them the secret of their link. */
  tell?: (secret: string) => Promise<unknown>;
}

/** Begins a table, makes links for all who are to come, and sits down there as its game master. With `settle` something is settled there before anything happens. */
export async function beginTable(
  what: NewTable,
  guests: readonly Guest[] = [],
  settle?: (id: string, token: string) => Promise<void>,
): Promise<void> {
  const { table, token } = await openTable(what);
  const { id, name, system_name: system } = table;
  await settle?.(id, token);
  const { scenario, text } = what;
  rememberTable({
    id,
    name,
    system,
    role: "game-master",
    token,
    at: Date.now(),
    ...(scenario === undefined ? {} : { scenario }),
    ...(text === undefined ? {} : { text }),
  });
  try {
    if (guests.length > 0) rememberLinks(token, await invite(id, token, guests));
  } catch (error) {
    // The table is there all the same, and what is missing can be made at it.
    if (!(error instanceof Refused)) throw error;
  } finally {
    go(`/table#${token}`);
  }
}

/** Makes the links; gives their secrets, by seat. */
async function invite(id: string, token: string, guests: readonly Guest[]): Promise<Record<number, string>> {
  const links: Record<number, string> = {};
  const known = (await seenTable(id, token)).update.creatures ?? [];
  const named = (name: string) => known.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  for (const { role, name, plays, tell } of guests) {
    const creatures = plays.flatMap((one) => named(one) ?? []);
    // Whoever played somebody who came later has nobody to play yet.
    if (role === "player" && creatures.length === 0) continue;
    try {
      const reply = await askTable(id, token, { is: "add-seat", role, creatures, name });
      if (reply.is !== "link") continue;
      links[reply.seat.id] = reply.token;
      await tell?.(reply.token);
    } catch (error) {
      // The others have theirs.
      if (!(error instanceof Refused)) throw error;
    }
  }
  return links;
}
