// Names of the content that fields may refer to.

import { getContext, setContext } from "svelte";

/** What there is in a system's content by name, by the word for its file: "weapons", "spells". */
export type Names = ReadonlyMap<string, readonly string[]>;

/** Fields that hold things, which stand in several files. */
const OF_THINGS = new Set(["item", "items", "held", "worn", "carried"]);
const THINGS = ["weapons", "armor", "armour", "gear"];

/** Fields of other names, with the word for the file in which what they name stands. */
const FILES: Readonly<Record<string, string>> = {
  spell: "spells",
  spells: "spells",
  prepared: "spells",
  powers: "powers",
  styles: "styles",
};

/** What the content has for the field at these steps of the form. */
export function namesFor(steps: readonly string[], names: Names): readonly string[] {
  const words = steps.filter((step) => !/^\d+$/.test(step));
  const last = words.at(-1) ?? "";
  const of = last === "kind" || last === "name" ? (words.at(-2) ?? "") : last;
  // What a thing is called at the table is free.
  if (OF_THINGS.has(of)) return last === "name" ? [] : THINGS.flatMap((file) => names.get(file) ?? []);
  return names.get(FILES[of] ?? "") ?? [];
}

/** The names of the records in the files of a system's content. */
export function namesOf(files: readonly { name: string; text: string }[]): Names {
  const word = (name: string) => name.replace(/^.*\//, "").replace(/\.toml$/, "");
  const records = (text: string) =>
    [...text.matchAll(/^name\s*=\s*"([^"]*)"/gm)].flatMap(([, name]) => name ?? []);
  return new Map(files.map(({ name, text }) => [word(name), records(text)]));
}

const KEY = Symbol("names");

/** Has the fields below know of the names. */
export function tellNames(names: () => Names): void {
  setContext(KEY, names);
}

/** The names that fields here have to know of. */
export function knownNames(): () => Names {
  return getContext<(() => Names) | undefined>(KEY) ?? (() => new Map());
}
