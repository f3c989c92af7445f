import { describe, expect, it } from "vitest";

import type { CreatureSeen } from "../protocol/CreatureSeen";
import { inOrder, places } from "./crowd";

const creature = (id: number, at: [number, number], side = 1) =>
  ({ id, space: { at: [...at, 0], side } }) as unknown as CreatureSeen;

describe("creatures that share their room", () => {
  it("lie beside each other, smaller than who has its room for itself", () => {
    const found = places([creature(0, [3, 3], 2), creature(1, [3, 3], 2), creature(2, [7, 1])], false);
    expect(found.get(2)).toEqual({ x: 7.5, y: 1.5, scale: 1 });
    const [mount, rider] = [found.get(0), found.get(1)];
    if (!mount || !rider) throw new Error("both have a place");
    expect(mount.x).toBeLessThan(4);
    expect(mount.y).toBeLessThan(4);
    expect(rider.x).toBeGreaterThan(4);
    expect(rider.y).toBeGreaterThan(4);
    expect(mount.scale).toBe(rider.scale);
    expect(mount.scale).toBeLessThan(1);
  });

  it("small ones lie toward the edge of a large one in whose room they are, above it", () => {
    const [serpent, pim] = [creature(3, [3, 3], 2), creature(0, [3, 4])];
    const found = places([pim, serpent], true);
    const [large, small] = [found.get(3), found.get(0)];
    if (!large || !small) throw new Error("both have a place");
    expect(small.y - large.y).toBeGreaterThan(0.6);
    expect(small.scale).toBeLessThan(1);
    expect(inOrder([pim, serpent]).map(({ id }) => id)).toEqual([3, 0]);
    const fallen = { ...creature(9, [3, 3]), active: false };
    expect(inOrder([{ ...pim, active: true }, fallen]).map(({ id }) => id)).toEqual([9, 0]);
  });

  it("a large one leaves its neighbours on hexes their room", () => {
    const found = places([creature(0, [11, 2], 2), creature(1, [12, 3])], true);
    const [large, other] = [found.get(0), found.get(1)];
    if (!large || !other) throw new Error("both have a place");
    // So far do a disc and the ring around it reach from its middle, for each cell of its side.
    const REACH = 0.4 * 1.08;
    const between = Math.hypot(large.x - other.x, large.y - other.y);
    expect(REACH * (2 * large.scale + other.scale)).toBeLessThan(between + 0.01);
  });

  it("leaves out who is not on the map", () => {
    const gone = { id: 4, space: null } as unknown as CreatureSeen;
    expect(places([gone], true).size).toBe(0);
  });
});
