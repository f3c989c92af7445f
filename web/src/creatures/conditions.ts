// Which conditions there are in a system, as its schemas say, and which of them is meant by the words that are shown.

import { creatureSchema } from "../builder/encounter.svelte";
import { shape, type Choice } from "../builder/schema";
import { schemas, type Schema } from "../connection/http";

const known = new Map<string, Promise<Choice[]>>();

/** The conditions that creatures of a system can have. They are asked for once. */
export function conditionsOf(system: string): Promise<Choice[]> {
  const found =
    known.get(system) ?? schemas(system).then((all) => conditionsIn(all["scenario.schema.json"] ?? {}));
  known.set(system, found);
  // Where it fails it is tried again with the next creature that is looked at.
  found.catch(() => known.delete(system));
  return found;
}

/** The conditions of which the schema of scenarios knows. */
export function conditionsIn(root: Schema): Choice[] {
  const entry = shape(creatureSchema(root), root);
  const field = entry.is === "record" ? entry.fields.get("conditions") : undefined;
  const list = field && shape(field, root);
  if (list?.is !== "list") return [];
  const item = shape(list.of, root);
  const options = item.is === "either" ? item.of.map((one) => shape(one, root)) : [item];
  return options.flatMap((option) => (option.is === "choice" ? option.of : []));
}

const plain = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** Words under which conditions are shown that are typed in others. */
const SHOWN: Record<string, string> = { "sees-through": "undeceived" };

/** Conditions that hold for one thing: which one, no list of conditions can say. */
const OF_THINGS = new Set(["sees-through"]);

/** The conditions of a list that can be given by their name. */
export const givable = (all: readonly Choice[]) => all.filter(({ value }) => !OF_THINGS.has(String(value)));

/** How one goes on typing a condition of which its name alone says too little, as far as the refusal tells. */
export function furtherWords(kind: string, refusal: string): string {
  return `gains ${kind} ${refusal.includes("`toward`") ? "toward " : ""}`;
}

/** The condition that is shown as `Bleeding 3` or `Hidden (Ann)`, as it is typed; nothing where it is no stored one. */
export function conditionMeant(shown: string, all: readonly Choice[]): string | undefined {
  const words = `${plain(shown)} `;
  const fitting = all
    .map(({ value }) => String(value))
    .filter((value) => [value, SHOWN[value] ?? value].some((one) => words.startsWith(`${plain(one)} `)));
  return fitting.sort((one, other) => other.length - one.length)[0];
}
