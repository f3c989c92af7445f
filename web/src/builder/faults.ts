// Mistakes at the fields in which they were made.

import { getContext, setContext } from "svelte";

import type { Mistake } from "../protocol/Mistake";
import { fieldName } from "./schema";
import type { Branch } from "./tree";

/** The steps of a path such as `creature[2].at`. */
function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== "");
}

/** Parts of the map with fields of their own. */
const OF_MAP = new Set(["edges", "patches"]);

/** The id of the field at a path. Fields of the fight itself have a common beginning. */
export function fieldId(path: string): string {
  const [first, ...rest] = stepsOf(path);
  if (first === "creature") return [first, ...rest].join("-");
  if (first !== "map") return ["fight", first, ...rest].join("-");
  return OF_MAP.has(rest[0] ?? "") ? rest.join("-") : "map";
}

/** Which entry for creatures a path leads into. */
export function entryOf(path: string): number | undefined {
  const [first, place] = stepsOf(path);
  return first === "creature" && place !== undefined ? Number(place) : undefined;
}

/** A path as people read it: `Ogre b, STR`. */
export function placeWords(path: string, entries: readonly Branch[]): string {
  const steps = stepsOf(path);
  const entry = entryOf(path);
  const rest = entry === undefined ? steps : steps.slice(2);
  const words = rest.map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : fieldName(step, {}, {})));
  const name = entry === undefined ? [] : [String(entries[entry]?.name ?? `creature ${entry + 1}`)];
  return [...name, words.join(" ")].filter((part) => part !== "").join(", ");
}

/** What is wrong in the field of that id; with `below`, in what it holds as well. */
export function faultsAt(id: string, mistakes: readonly Mistake[], below: boolean): string[] {
  const isHere = (at: string) => at === id || (below && at.startsWith(`${id}-`));
  return mistakes.filter(({ path }) => path !== "" && isHere(fieldId(path))).map(({ message }) => message);
}

/** The element for a path, or the nearest around it that is there. */
export function nearestField(path: string): HTMLElement | null {
  const steps = fieldId(path).split("-");
  for (let count = steps.length; count > 0; count--) {
    const found = document.getElementById(steps.slice(0, count).join("-"));
    if (found) return found;
  }
  return null;
}

/** What a field says of its being wrong. */
export function marked(
  faults: readonly string[],
  id: string,
): { "aria-invalid"?: "true"; "aria-describedby"?: string } {
  return faults.length === 0 ? {} : { "aria-invalid": "true", "aria-describedby": `${id}-fault` };
}

const KEY = Symbol("mistakes");

/** Has the fields below know of the mistakes. */
export function tellFaults(mistakes: () => readonly Mistake[]): void {
  setContext(KEY, mistakes);
}

/** The mistakes that fields here have to know of. */
export function knownFaults(): () => readonly Mistake[] {
  return getContext<(() => readonly Mistake[]) | undefined>(KEY) ?? (() => []);
}
