import { expect, it } from "vitest";

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
