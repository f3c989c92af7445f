import { describe, expect, it } from "vitest";

import type { CreatureSeen } from "../protocol/CreatureSeen";
import { places } from "./crowd";

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

  it("leaves out who is not on the map", () => {
    const gone = { id: 4, space: null } as unknown as CreatureSeen;
    expect(places([gone], true).size).toBe(0);
  });
});
