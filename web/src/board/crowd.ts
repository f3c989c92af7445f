// Creatures that share their room, as a rider and a mount do: each is seen beside the others.

import type { CreatureSeen } from "../protocol/CreatureSeen";
import { middle, type Point } from "./geometry";

/** How far from the middle of a shared room tokens lie, and how large they are, beside a room of one's own. */
const AWAY = 0.24;
const SMALLER = 0.58;

export interface Place extends Point {
  /** How large a token is beside one that has its room for itself. */
  scale: number;
}

/** Where the tokens of creatures are drawn, in cells; those with the same middle lie around it, the first to the north-west. */
export function places(creatures: CreatureSeen[], hexes: boolean): Map<number, Place> {
  const groups = new Map<string, { id: number; side: number; at: Point }[]>();
  for (const { id, space } of creatures) {
    if (!space) continue;
    const at = middle(space, hexes);
    const key = `${at.x},${at.y}`;
    const one = { id, side: Math.max(1, space.side), at };
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const found = new Map<number, Place>();
  for (const group of groups.values()) {
    group.forEach(({ id, side, at }, index) => {
      found.set(id, group.length === 1 ? { ...at, scale: 1 } : beside(at, side, index / group.length));
    });
  }
  return found;
}

/** A place around a middle; `turn` is from 0 to 1. */
function beside(at: Point, side: number, turn: number): Place {
  const angle = (turn - 3 / 8) * 2 * Math.PI;
  const away = AWAY * side;
  return { x: at.x + away * Math.cos(angle), y: at.y + away * Math.sin(angle), scale: SMALLER };
}
