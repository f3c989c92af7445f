// Creatures that share room, as a rider and a mount do, or a small one between the legs of a large one: each is seen beside the others.

import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { Space } from "../protocol/Space";
import { cellKey, footprint, middle, type Point } from "./geometry";

/** How far from the middle of a shared room tokens lie, and how large they are, beside a room of one's own. */
const AWAY = 0.24;
const SMALLER = 0.58;
/** How far a small one moves out of the middle of a large one in whose room it is, and how large it is there. */
const ASIDE = 0.2;
const INSIDE = 0.8;
/** A room of an even number of hexes has notches, into which a disc as wide as the room would not fit beside its neighbours. */
const EVEN_HEXES = 0.83;

export interface Place extends Point {
  /** How large a token is beside one that has its room for itself. */
  scale: number;
}

interface Placed {
  id: number;
  space: Space;
  side: number;
  at: Point;
}

/** Creatures in the order in which they are drawn: those who can still act above those who lie there, small ones above large ones. */
export function inOrder(creatures: readonly CreatureSeen[]): CreatureSeen[] {
  const side = ({ space }: CreatureSeen) => space?.side ?? 0;
  return creatures
    .filter((one) => one.space)
    .toSorted(
      (one, other) =>
        Number(one.active) - Number(other.active) || side(other) - side(one) || one.id - other.id,
    );
}

/** Where the tokens of creatures are drawn, in cells. Those with the same middle lie around it, the first to the north-west; small ones in the room of a large one lie toward its edge. */
export function places(creatures: readonly CreatureSeen[], hexes: boolean): Map<number, Place> {
  const all = creatures.flatMap(({ id, space }): Placed[] =>
    space ? [{ id, space, side: Math.max(1, space.side), at: middle(space, hexes) }] : [],
  );
  const groups = new Map<string, Placed[]>();
  for (const one of all) {
    const key = `${one.at.x},${one.at.y}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const around = rooms(all, hexes);
  const found = new Map<number, Place>();
  for (const group of groups.values()) {
    group.forEach((one, index) => {
      const isAlone = group.length === 1;
      const place = isAlone ? inside(one, around(one)) : beside(one, index / group.length);
      const fit = hexes && one.side % 2 === 0 ? EVEN_HEXES : 1;
      found.set(one.id, { ...place, scale: place.scale * fit });
    });
  }
  return found;
}

/** Finds the large one in whose room a creature is, if there is one. */
function rooms(all: readonly Placed[], hexes: boolean): (one: Placed) => Placed | undefined {
  const larger = all
    .filter(({ side }) => side > 1)
    .map((one) => ({ one, cells: new Set(footprint(one.space, hexes).map(cellKey)) }));
  return ({ space, side }) => {
    const cells = larger.length > 0 ? footprint(space, hexes).map(cellKey) : [];
    return larger.find((room) => room.one.side > side && cells.some((cell) => room.cells.has(cell)))?.one;
  };
}

/** A place around a middle; `turn` is from 0 to 1. */
function beside({ at, side }: Placed, turn: number): Place {
  const angle = (turn - 3 / 8) * 2 * Math.PI;
  const away = AWAY * side;
  return { x: at.x + away * Math.cos(angle), y: at.y + away * Math.sin(angle), scale: SMALLER };
}

function inside({ at, side }: Placed, room: Placed | undefined): Place {
  if (!room) return { ...at, scale: 1 };
  const [right, down] = [at.x - room.at.x, at.y - room.at.y];
  const away = (ASIDE * side) / (Math.hypot(right, down) || 1);
  return { x: at.x + right * away, y: at.y + down * away, scale: INSIDE };
}
