// Mistakes at the fields in which they were made.

import { getContext, setContext } from "svelte";

import { capital } from "../acting/arrange";
import { moreToFind, quoted, sentence } from "../connection/http";
import type { Mistake } from "../protocol/Mistake";
import type { Problem } from "../protocol/Problem";
import { fieldName } from "./schema";
import type { Branch } from "./tree";

/** The steps of a path such as `creature[2].at` or `creature[0].attacks."short sword".dice`. */
function stepsOf(path: string): string[] {
  const steps = path.matchAll(/"((?:[^"\\]|\\.)*)"|[^.[\]"]+/g);
  return [...steps].map(([whole, quoted]) => quoted ?? whole);
}

/** Parts of the map with fields of their own. */
const OF_MAP = new Set(["edges", "patches"]);

/** The id of a field within another. What is described by its id has no spaces in it. */
export const idWithin = (id: string, step: string | number): string =>
  `${id}-${String(step).replace(/\s/g, "_")}`;

function idOf([first = "", ...rest]: readonly string[]): string {
  if (first === "creature") return rest.reduce(idWithin, first);
  if (first !== "map") return [first, ...rest].reduce(idWithin, "fight");
  const [part = "", ...below] = rest;
  return OF_MAP.has(part) ? below.reduce(idWithin, part) : "map";
}

/** The id of the field at a path. Fields of the fight itself have a common beginning. */
export const fieldId = (path: string): string => idOf(stepsOf(path));

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

/** What is wrong with a file that was not taken, each with its place in it. */
export function faultsOf(problem: Problem): string[] {
  if (problem.is !== "mistakes") return [capital(sentence(problem))];
  const faults = problem.mistakes.map(({ path, message, hint, line }) => {
    const place = path === "" ? "" : `${placeWords(path, [])}: `;
    const whole = capital(place + quoted(message).replace(/\.$/, ""));
    const more = hint === null ? "" : ` ${capital(quoted(hint))}`.replace(/[^.]$/, "$&.");
    return `${whole}${line > 0 ? ` (line ${line})` : ""}.${more}`;
  });
  return [...faults, ...moreToFind(problem)];
}

/** What is wrong in the field of that id; with `below`, in what it holds as well. */
export function faultsAt(id: string, mistakes: readonly Mistake[], below: boolean): string[] {
  const isHere = (at: string) => at === id || (below && at.startsWith(`${id}-`));
  return mistakes
    .filter(({ path }) => path !== "" && isHere(fieldId(path)))
    .map(({ message }) => quoted(message));
}

/** The element for a path, or the nearest around it that is there. */
export function nearestField(path: string): HTMLElement | null {
  const steps = stepsOf(path);
  for (let count = steps.length; count > 0; count--) {
    const found = document.getElementById(idOf(steps.slice(0, count)));
    if (found) return found;
  }
  return steps[0] === "creature" ? null : document.getElementById("fight");
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
