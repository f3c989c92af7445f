// Which way creatures look.

import type { CreatureSeen } from "../protocol/CreatureSeen";

/** Directions in degrees from the north: on squares and, where it is another there, on hexes. */
const BEARINGS: Record<string, [number, number]> = {
  north: [0, 0],
  "north-east": [45, 30],
  "east-north-east": [60, 60],
  east: [90, 90],
  "east-south-east": [120, 120],
  "south-east": [135, 150],
  south: [180, 180],
  "south-west": [225, 210],
  "west-south-west": [240, 240],
  west: [270, 270],
  "west-north-west": [300, 300],
  "north-west": [315, 330],
};

/** Where a creature looks, as far as that is told. */
export function bearing(
  creature: CreatureSeen & { facing?: string | null },
  hexes: boolean,
): number | undefined {
  return creature.facing ? BEARINGS[creature.facing]?.[hexes ? 1 : 0] : undefined;
}
