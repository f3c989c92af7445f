import { expect, it, vi } from "vitest";

import type { Mistake } from "../protocol/Mistake";
import { entryOf, faultsAt, faultsOf, fieldId, nearestField, placeWords } from "./faults";

const mistake = (path: string, message: string): Mistake => ({
  file: "scenario",
  line: 1,
  column: 1,
  path,
  message,
  hint: null,
});

it("a path leads to the field of the form", () => {
  expect(fieldId("creature[1].str")).toBe("creature-1-str");
  expect(fieldId("creature[0].items[2].kind")).toBe("creature-0-items-2-kind");
  expect(fieldId("policies.foes")).toBe("fight-policies-foes");
  expect(fieldId("map.edges[0].kind")).toBe("edges-0-kind");
  expect(fieldId("map.rows[1]")).toBe("map");
  expect(fieldId('creature[0].attacks."claw".dice')).toBe("creature-0-attacks-claw-dice");
  expect(fieldId('creature[0].proficiencies."short sword"')).toBe("creature-0-proficiencies-short_sword");
  expect([entryOf("creature[12].at"), entryOf("map.rows[1]")]).toEqual([12, undefined]);
});

it("a path is read in words", () => {
  const entries = [{ name: "ogre" }, { name: "ogre b" }];
  expect(placeWords("creature[1].str", entries)).toBe("ogre b, STR");
  expect(placeWords("creature[0].items[0].kind", entries)).toBe("ogre, items 1 kind");
  expect(placeWords("map.rows[1]", entries)).toBe("map rows 2");
});

it("what has no field is shown at the nearest around it, whatever its name", () => {
  const there = new Set(["creature-0-underway-coup-de-grace", "creature-0-natural", "fight", "map"]);
  vi.stubGlobal("document", { getElementById: (id: string) => (there.has(id) ? id : null) });
  expect(nearestField('creature[0].underway."coup-de-grace".target')).toBe(
    "creature-0-underway-coup-de-grace",
  );
  expect(nearestField("creature[0].natural[1].damage")).toBe("creature-0-natural");
  expect(nearestField("options.ties")).toBe("fight");
  expect(nearestField("map.grid")).toBe("map");
});

it("a field knows its own mistakes, and those below it where nothing below is shown", () => {
  const all = [mistake("creature[1].str", "too much"), mistake("creature[1].items[0].kind", "none")];
  expect(faultsAt("creature-1-str", all, false)).toEqual(["too much"]);
  expect(faultsAt("creature-1-items-0", all, false)).toEqual([]);
  expect(faultsAt("creature-1-items-0", all, true)).toEqual(["none"]);
  expect(faultsAt("creature-1-s", all, true)).toEqual([]);
});

it("what is wrong with a file is told with its place and what to do", () => {
  const mistakes = [
    { ...mistake("creature[1].kind", "there is no `ogree` here"), line: 7, hint: "known here: ogre" },
    mistake("", "the scenario names no system"),
  ];
  const words = [
    "Creature 2, kind: there is no “ogree” here (line 7). Known here: ogre.",
    "The scenario names no system (line 1).",
  ];
  expect(faultsOf({ is: "mistakes", mistakes, hide_others: false })).toEqual(words);
  const more = "More may be found when this is mended.";
  expect(faultsOf({ is: "mistakes", mistakes, hide_others: true })).toEqual([...words, more]);
  expect(faultsOf({ is: "failed", message: "the server does not answer" })).toEqual([
    "The server does not answer",
  ]);
});
