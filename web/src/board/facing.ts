// Which way creatures look.

import type { Heading } from "../protocol/Heading";

/** Directions in degrees from the north: on squares and, where it is another there, on hexes. */
const BEARINGS: Record<Heading, [number, number]> = {
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

export function bearing(facing: Heading, hexes: boolean): number {
  return BEARINGS[facing][hexes ? 1 : 0];
}
