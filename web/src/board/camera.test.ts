import { beforeEach, describe, expect, it } from "vitest";

import { Camera } from "./camera.svelte";

it("shows all of a board with room around it, however small all becomes", () => {
  const camera = new Camera();
  [camera.width, camera.height] = [640, 600];
  for (const size of [
    { x: 400, y: 200 },
    { x: 1600, y: 1040 },
  ]) {
    camera.fit(size);
    expect(camera.x).toBeGreaterThanOrEqual(20);
    expect(camera.x + size.x * camera.scale).toBeLessThanOrEqual(620);
  }
});

describe("several points", () => {
  const size = { x: 4000, y: 4000 };
  const camera = new Camera();

  beforeEach(() => {
    [camera.width, camera.height, camera.scale, camera.x, camera.y] = [360, 300, 1, 0, 0];
  });

  const seen = ({ x, y }: { x: number; y: number }) => {
    const [left, top] = [x * camera.scale + camera.x, y * camera.scale + camera.y];
    return left > 0 && top > 0 && left < camera.width && top < camera.height;
  };

  it.each([
    ["as they are", 150, 1],
    ["a little smaller", 400, undefined],
  ])("are shown together, %s", (_, apart, scale) => {
    const points = [1000, 1000 + apart].map((x) => ({ x, y: 2000 }));
    camera.revealAll(points, size, 0.5);
    expect(points.every(seen)).toBe(true);
    if (scale === undefined) expect(camera.scale).toBeLessThan(1);
    else expect(camera.scale).toBe(scale);
  });

  it("are not, where all would become too small: the first is", () => {
    const points = [1000, 3000].map((x) => ({ x, y: 2000 }));
    camera.revealAll(points, size, 0.5);
    expect(points.map(seen)).toEqual([true, false]);
    expect(camera.scale).toBe(1);
  });
});
