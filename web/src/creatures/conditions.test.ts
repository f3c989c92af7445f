import { expect, it } from "vitest";

import { conditionMeant, conditionsIn, furtherWords, givable } from "./conditions";

const root = {
  properties: {
    creature: {
      items: {
        type: "object",
        properties: {
          conditions: {
            type: "array",
            items: { anyOf: [{ $ref: "#/definitions/Condition" }, { $ref: "#/definitions/ConditionFile" }] },
          },
        },
      },
    },
  },
  definitions: {
    Condition: {
      oneOf: [
        { const: "on-fire", description: "Burns." },
        { const: "hidden" },
        { const: "sees" },
        { const: "sees-through" },
      ],
    },
    ConditionFile: { type: "object", properties: { kind: { $ref: "#/definitions/Condition" } } },
  },
};

it("the schema of scenarios tells which conditions there are", () => {
  expect(conditionsIn(root).map(({ value }) => value)).toEqual(["on-fire", "hidden", "sees", "sees-through"]);
  expect(conditionsIn(root)[0]?.about).toBe("Burns.");
  expect(conditionsIn({})).toEqual([]);
});

it("what is shown of a condition begins with what it is called", () => {
  const meant = (shown: string) => conditionMeant(shown, conditionsIn(root));
  expect(["On Fire 2", "Hidden (Ann, Bob)", "sees through", "Sees"].map(meant)).toEqual([
    "on-fire",
    "hidden",
    "sees-through",
    "sees",
  ]);
  expect(meant("Undeceived")).toBe("sees-through");
  expect(meant("Hiddenly")).toBeUndefined();
  expect(meant("Flanked")).toBeUndefined();
});

it("what is said of one thing is not given by its name alone", () => {
  expect(givable(conditionsIn(root)).map(({ value }) => value)).toEqual(["on-fire", "hidden", "sees"]);
});

it("where more has to be said of a condition it is typed on", () => {
  expect(furtherWords("grappled", "`toward` and a creature are missing")).toBe("gains grappled toward ");
  expect(furtherWords("poisoned", "for how many rounds? (`level 2 3 rounds`)")).toBe("gains poisoned ");
});
