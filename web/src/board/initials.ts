// The letters that stand on tokens.

import type { CreatureId } from "../protocol/CreatureId";
import type { CreatureSeen } from "../protocol/CreatureSeen";

/** A letter or two, and the number of one of several of a kind: short enough for a token, different for everybody where that is possible. */
export function initials(creatures: readonly CreatureSeen[]): Map<CreatureId, string> {
  const taken = new Set<string>();
  const all = new Map<CreatureId, string>();
  for (const { id, name } of creatures) {
    const free = candidates(name).find((letters) => !taken.has(letters));
    const letters = free ?? candidates(name)[0] ?? "?";
    taken.add(letters);
    all.set(id, letters);
  }
  return all;
}

function candidates(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  const number = words.length > 1 && /^\d+$/.test(last) ? last : "";
  const letters = (number ? words.slice(0, -1) : words).join("");
  const first = letters.charAt(0).toUpperCase();
  const short = [first + number];
  const others = [...letters.slice(1)].map((letter) => first + letter.toLowerCase() + number);
  return [...short, ...others, first + letters.slice(1, 3).toLowerCase() + number];
}
