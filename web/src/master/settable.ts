import { capital } from "../acting/arrange";
import { Refused } from "../connection/http";
import type { CreatureId } from "../protocol/CreatureId";
import type { SettableSeen } from "../protocol/SettableSeen";
import type { Table } from "../state/table.svelte";

/** Whether the words ask what can be set. */
export const asksWhat = (words: string) => words.trim().endsWith("?");

/** The words of a correction as they are sent: `set` may stand before them as at a terminal, unless it begins a name. */
export function correction(words: string, names: string[]): string {
  const said = words.trim();
  const beginsName = names.some((name) => name.startsWith("set ") && said.startsWith(name));
  return beginsName ? said : said.replace(/^set\s+/, "");
}

/** What can be set: the answer to such words, which changes nothing. */
export async function whatCanBeSet(table: Table, words: string): Promise<string> {
  try {
    await table.tryTo("done", { is: "correct", words, instead: false });
    return "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${capital(error.message)}.`;
  }
}

/** Values of the same thing, under its name. */
export type Shelf = { of: string; values: SettableSeen[] };

/** What a value is called where it stands with others of the same thing: "feats: extra reactions" for `feats.extra_reactions`. */
export const called = (name: string) =>
  name
    .replace(/^kind\./, "")
    .replaceAll("_", " ")
    .replaceAll(".", ": ");

/** Those among the values that are asked for by a part of their names, or of the names of their things; each under its thing, in order. */
export function shelves(all: SettableSeen[], query: string): Shelf[] {
  const asked = query.trim().toLowerCase();
  const fits = (value: SettableSeen) =>
    [value.of, value.name, called(value.name)].some((name) => name.toLowerCase().includes(asked));
  const found: Shelf[] = [];
  for (const value of all.filter(fits)) {
    const shelf = found.find(({ of }) => of === value.of);
    if (shelf) shelf.values.push(value);
    else found.push({ of: value.of, values: [value] });
  }
  return found;
}

/** The id of the line in which anything about a creature is corrected. */
export const correctionLine = (who: CreatureId) => `correction-${who}`;
