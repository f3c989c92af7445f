// The letters that stand on tokens.

import type { CreatureId } from "../protocol/CreatureId";
import type { CreatureSeen } from "../protocol/CreatureSeen";

/** A letter or two, the same for all of a kind, and the number of one of several: short enough for a token, different for everybody where that is
 * possible. */
export function initials(creatures: readonly CreatureSeen[]): Map<CreatureId, string> {
  const kinds = new Map<string, string>();
  const taken = new Set<string>();
  const all = new Map<CreatureId, string>();
  for (const { id, name } of creatures) {
    const [kind, number] = parts(name);
    let letters = kinds.get(kind);
    if (letters === undefined) {
      const possible = candidates(kind);
      letters = possible.find((one) => !taken.has(one)) ?? possible[0] ?? "?";
      kinds.set(kind, letters);
      taken.add(letters);
    }
    all.set(id, letters + number);
  }
  return all;
}

/** A name without its number, and the number. */
function parts(name: string): [string, string] {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  const isNumbered = words.length > 1 && /^\d+$/.test(last);
  return isNumbered ? [words.slice(0, -1).join(" "), last] : [words.join(" "), ""];
}

function candidates(kind: string): string[] {
  const letters = kind.replaceAll(" ", "");
  const first = letters.charAt(0).toUpperCase();
  if (first === "") return [];
  const others = [...letters.slice(1)].map((letter) => first + letter.toLowerCase());
  return [first, ...others, first + letters.slice(1, 3).toLowerCase()];
}

/** How broad letters are in bold type, in widths of an em. */
const BREADTHS: readonly [RegExp, number][] = [
  [/[MW]/, 1.1],
  [/[A-Z]/, 0.78],
  [/[ijlrtf]/, 0.45],
  [/./, 0.7],
];
const LARGEST = 0.95;
/** Letters may be pressed together so much before they become smaller. */
const PRESSED = 1.3;

export interface Lettering {
  size: number;
  /** How broad they are made, where they would be broader than the room for them. */
  breadth: number | undefined;
}

/** How large letters are that fit into so much room on a token of that radius. */
export function lettering(letters: string, radius: number, room: number): Lettering {
  const breadth = [...letters].reduce(
    (sum, letter) => sum + (BREADTHS.find(([kind]) => kind.test(letter))?.[1] ?? 0),
    0,
  );
  const size = radius * Math.min(LARGEST, (PRESSED * room) / breadth);
  return { size, breadth: size * breadth > room * radius ? room * radius : undefined };
}
