import { expect, test } from "vitest";

import { mapFields } from "./map";

const root = {
  type: "object",
  properties: { map: { $ref: "#/$defs/Map" } },
  $defs: {
    Map: {
      type: "object",
      properties: {
        legend: { type: "object", additionalProperties: { $ref: "#/$defs/Terrain" } },
        edges: { type: "array", items: { $ref: "#/$defs/Edge" } },
      },
    },
    Terrain: { type: "object", properties: { water: { type: "integer" } } },
    Edge: {
      type: "object",
      properties: {
        kind: { oneOf: [{ const: "wall", description: "Cannot be passed." }, { const: "door" }] },
      },
    },
  },
};

test("what can be drawn with is in the schema", () => {
  const { terrain, sides, edges, patches } = mapFields(root);
  expect([...(terrain?.keys() ?? [])]).toEqual(["water"]);
  expect(sides).toEqual([
    { value: "wall", about: "Cannot be passed." },
    { value: "door", about: "" },
  ]);
  expect(edges).toBeDefined();
  expect(patches).toBeUndefined();
});

test("as long as there is no schema there is nothing to draw with", () => {
  expect(mapFields({})).toMatchObject({ terrain: undefined, sides: [] });
});
