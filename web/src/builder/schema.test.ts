import { expect, it } from "vitest";

import { about, choices, fieldName, fits, fresh, plainValue, shape } from "./schema";

const root = {
  definitions: {
    Size: { oneOf: [{ const: "small", description: "Rank 3." }, { const: "large" }] },
    Square: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 3 },
    At: {
      anyOf: [{ $ref: "#/definitions/Square" }, { type: "array", items: { $ref: "#/definitions/Square" } }],
    },
    Edge: {
      type: "object",
      properties: { kind: { type: "string" }, until: { type: ["integer", "null"] } },
      required: ["kind"],
    },
  },
};

it("sees through references and what may be left out", () => {
  const size = { anyOf: [{ $ref: "#/definitions/Size" }, { type: "null" }], description: "How large it is." };
  expect(shape(size, root)).toEqual({
    is: "choice",
    of: [
      { value: "small", about: "Rank 3." },
      { value: "large", about: "" },
    ],
  });
  expect(about(size, root)).toBe("How large it is.");
  const fists = { description: "Bare fists, `d3`\nor more (`foundations/unarmed`)." };
  expect(about(fists, root)).toBe("Bare fists, “d3” or more (unarmed).");
  expect(shape({ type: ["integer", "null"], minimum: 0 }, root)).toEqual({
    is: "number",
    whole: true,
    least: 0,
  });
  expect(shape({ allOf: [{ $ref: "#/definitions/Edge" }] }, root).is).toBe("record");
});

it("goes by the steps of what is a multiple, from the first of them", () => {
  const feet = { type: ["integer", "null"], minimum: 1, maximum: 300, multipleOf: 5 };
  expect(shape(feet, root)).toEqual({ is: "number", whole: true, least: 5, most: 300, step: 5 });
});

it("finds which of several kinds a value has", () => {
  const [one, each] = root.definitions.At.anyOf;
  expect(fits([1, 2], one!, root)).toBe(true);
  expect(fits([[1, 2]], one!, root)).toBe(false);
  expect(fits([[1, 2]], each!, root)).toBe(true);
});

it("begins new records with what they must have", () => {
  expect(fresh({ $ref: "#/definitions/Edge" }, root)).toEqual({ kind: "" });
  expect(fresh({ $ref: "#/definitions/Size" }, root)).toBe("small");
});

it("what is added holds at first what would hold without it", () => {
  const number = (description: string, more = {}) => ({
    type: ["integer", "null"],
    minimum: -9,
    description,
    ...more,
  });
  expect(fresh(number("Agility, if not 8."), root)).toBe(8);
  expect(fresh(number("Maximum hit points, if not 12 + Constitution, at least 1."), root)).toBe(0);
  expect(fresh(number("Fatigue.", { default: 3 }), root)).toBe(3);
  const size = (description: string) => ({
    anyOf: [{ $ref: "#/definitions/Size" }, { type: "null" }],
    default: null,
    description,
  });
  expect(fresh(size("Size; Large unless it says so."), root)).toBe("large");
  expect(fresh(size("Size."), root)).toBe("small");
  // Whoever adds a truth means it.
  expect(fresh({ type: "boolean", default: false }, root)).toBe(true);
});

it("a number or text stands in one line", () => {
  const skill = { anyOf: [{ type: "integer" }, { type: "string" }] };
  expect(shape(skill, root)).toEqual({ is: "plain" });
  expect(["12", " −3 ", "1.5", "expert", "2d6"].map(plainValue)).toEqual([12, -3, 1.5, "expert", "2d6"]);
});

it("short names of values stand in capitals", () => {
  const dex = { type: "integer", description: "DEX." };
  expect(fieldName("dex", dex, root)).toBe("DEX");
  expect(fieldName("hp", { description: "Hit Points, if not all." }, root)).toBe("HP");
  expect(fieldName("max_hp", {}, root)).toBe("max HP");
  expect(fieldName("reach_ft", {}, root)).toBe("reach ft");
  expect(fieldName("heavy-swords", {}, root)).toBe("heavy swords");
  expect(fieldName("at", {}, root)).toBe("at");
});

it("what has several spellings can be chosen once", () => {
  const of = ["great leap", "great-leap", "drag"].map((value) => ({ value, about: "" }));
  const chosen = (there?: string) => choices(of, there).map(({ value }) => value);
  expect(chosen()).toEqual(["great leap", "drag"]);
  expect(chosen("great-leap")).toEqual(["great-leap", "drag"]);
});
