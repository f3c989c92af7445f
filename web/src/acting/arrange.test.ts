import { describe, expect, it } from "vitest";

import type { Offer } from "../protocol/Offer";
import {
  theSide,
  actName,
  arrange,
  byCell,
  byReason,
  byTarget,
  families,
  inWords,
  owners,
  sharedBeginning,
  withoutWay,
  withNames,
} from "./arrange";

const offer = (words: string, more: Partial<Offer> = {}): Offer => ({
  words,
  plain: null,
  label: words,
  group: "other",
  cost: null,
  targets: [],
  place: null,
  distance: null,
  ...more,
});

const move = (x: number, y: number): Offer =>
  offer(`move to ${x},${y}`, { label: "move to …", group: "move", place: [x, y], cost: "1 action" });

const attack = (name: string, id: number): Offer =>
  offer(`attack ${name} with bow`, { label: "attack … with bow", group: "attack", targets: [id] });

describe("offers", () => {
  it("that differ in their aims alone are one action, in the order of the groups", () => {
    const offers = [
      offer("end turn"),
      attack("raider 1", 1),
      move(15, 6),
      attack("ogre chief", 4),
      move(15, 7),
    ];
    const [moves, attacks, end] = arrange([{ verb: "", offers, meanings: [] }]);
    expect(moves).toMatchObject({ label: "Move", group: "move", cost: "1 action" });
    expect([...byCell(moves!.choices).keys()]).toEqual(["15,6", "15,7"]);
    expect(attacks).toMatchObject({ label: "Attack with bow", group: "attack" });
    expect([...byTarget(attacks!.choices).keys()]).toEqual([1, 4]);
    expect(end).toMatchObject({ label: "End turn", group: "other" });
  });

  it("begin with what is aimed at somebody, and moves with ways to places", () => {
    const push = offer("push through ogre", { label: "push through …", group: "move", targets: [4] });
    const stow = offer("stow bow", { group: "attack" });
    const actions = arrange([
      { verb: "", offers: [push, stow, attack("ogre", 4), move(1, 1)], meanings: [] },
    ]);
    expect(actions.map(({ label }) => label)).toEqual([
      "Move",
      "Push through",
      "Attack with bow",
      "Stow bow",
    ]);
  });

  it("with different costs have none in common", () => {
    const offers = [move(1, 1), { ...move(1, 2), cost: "2 actions" }];
    expect(arrange([{ verb: "move", offers, meanings: [] }])[0]!.cost).toBeNull();
  });

  it("in the same words are one", () => {
    const [moves] = arrange([{ verb: "", offers: [move(1, 1), move(1, 2), move(1, 1)], meanings: [] }]);
    expect(moves!.choices.map(({ words }) => words)).toEqual(["move to 1,1", "move to 1,2"]);
  });

  it("at where somebody may be say so", () => {
    const label = "shoot grumm at … with bow";
    const guess = offer("shoot grumm at 3,4 with bow", { label, group: "attack", place: [3, 4] });
    expect(arrange([{ verb: "shoot", offers: [guess], meanings: [] }])[0]!.label).toBe(
      "Shoot grumm at a place with bow",
    );
  });

  it("at where those may be who are known to hide are one action, after those that are aimed", () => {
    const at = (name: string, x: number) =>
      offer(`shoot ${name} at ${x},4 with bow`, {
        label: `shoot ${name} at … with bow`,
        group: "attack",
        place: [x, 4],
      });
    const offers = [at("grumm", 3), at("bowman", 3), at("bowman", 5), attack("ogre", 4)];
    const actions = arrange([{ verb: "", offers, meanings: [] }], ["grumm", "bowman"]);
    expect(actions.map(({ label }) => label)).toEqual([
      "Attack with bow",
      "Shoot with bow, where somebody may hide",
    ]);
    expect([...byCell(actions[1]!.choices).values()].map((there) => there.length)).toEqual([2, 1]);
  });

  it("at where somebody may be who is not known are the same action", () => {
    const at = (words: string, label: string) => offer(words, { label, group: "attack", place: [3, 4] });
    const offers = [
      at("throw dagger at square 3,4", "throw dagger at square …"),
      at("throw dagger at grumm at 3,4", "throw dagger at grumm at …"),
      at("strike square 3,4 with mace", "strike square … with mace"),
    ];
    const actions = arrange([{ verb: "", offers, meanings: [] }], ["grumm"]);
    expect(actions.map(({ label }) => label)).toEqual([
      "Throw dagger, where somebody may hide",
      "Strike with mace, where somebody may hide",
    ]);
  });

  it("tell attacks on things from those on creatures and areas", () => {
    const at = (label: string, place: [number, number] | null, targets: number[] = []) =>
      offer(label.replace("…", "3,4"), { label, group: "attack", place, targets });
    const things = ["strike dagger #15 unarmed", "strike ice at … with axe", "set staff against a charge"];
    const offers = [
      ...things.map((label) => at(label, [3, 4])),
      at("volley at … with bow", [3, 4]),
      attack("ogre", 4),
      at("shoot grumm at … with bow", [3, 4]),
    ];
    const actions = arrange([{ verb: "", offers, meanings: [] }], ["grumm"]);
    const found = actions.filter(({ choices }) => choices[0]?.isThing).map(({ label }) => label);
    expect(found).toEqual([
      "Strike dagger #15 unarmed",
      "Strike ice at a place with axe",
      "Set staff against a charge",
    ]);
  });

  it("are read in plain words, and say what they do", () => {
    const waits = offer("pass on", { plain: "let it happen", label: "let it happen" });
    const meanings = [{ label: "let it happen", does: "Does nothing.", rule: "waiting/pass" }];
    const [action] = arrange([{ verb: "pass", offers: [waits], meanings }]);
    expect(action).toMatchObject({ label: "Let it happen", meaning: { does: "Does nothing." } });
    expect(inWords(action!.choices[0]!)).toBe("Let it happen");
    expect(inWords(waits)).toBe("Let it happen");
    expect(inWords(offer("end turn"))).toBe("End turn");
    expect(inWords(offer("strike ogre with ogre club"), ["Ogre"])).toBe("Strike Ogre with ogre club");
    expect(withNames("shoot at guard 1 beside guard 12", ["Guard 12"])).toBe(
      "shoot at guard 1 beside Guard 12",
    );
  });

  it("name whose thing it is as its owner is called", () => {
    const disarm = { plain: null, words: "disarm gorza's longsword" };
    const names = owners(disarm, ["Alric", "Gorza", "ogre"]);
    expect(inWords(disarm, names)).toBe("Disarm Gorza's longsword");
  });

  it("that differ in a place on the way are one action", () => {
    const shot = (from: string) =>
      offer(`mobile shot to ${from}, attack gruk with bow`, {
        label: `mobile shot to ${from}, attack … with bow`,
        group: "attack",
        targets: [4],
      });
    const [action, ...others] = arrange([{ verb: "", offers: [shot("1,5"), shot("2,6")], meanings: [] }]);
    expect(others).toEqual([]);
    expect(action).toMatchObject({ label: "Mobile shot, attack with bow" });
    expect(action!.choices).toHaveLength(2);
  });

  it("keep their special ways beside them", () => {
    const names = ["Strike", "Strike at head", "Strike at left arm", "Strike at club", "Look at head"];
    const [strike, look, ...others] = families(names, (name) => name);
    expect(strike).toMatchObject({ plain: "Strike" });
    expect(strike!.special.map(({ way }) => way)).toEqual(["head", "left arm", "club"]);
    expect(look).toEqual({ plain: "Look at head", special: [] });
    expect(others).toEqual([]);
    expect(families(names.slice(0, 3), (name) => name)).toHaveLength(3);
  });

  it("are called by what is done", () => {
    const labels = {
      "move via … to …": "Move",
      "pick up ogre's club": "Pick up ogre's club",
      "disarm … of club with bow": "Disarm somebody of club with bow",
      "cast fire line from … toward … effect 1": "Cast fire line effect 1",
      "squeeze into the space of …": "Squeeze into the space of somebody",
      "mobile shot, attack … with bow, then to …": "Mobile shot, attack with bow, then to …",
      "ready attack … with bow when … comes in reach": "Ready attack with bow when somebody comes in reach",
      "wait with the turn until after …": "Wait with the turn until after somebody",
      "break the grab of …": "Break the grab of somebody",
      "distract … with sword hampering defense against …":
        "Distract with sword hampering defense against somebody",
      "swift disarm … of mace with sword": "Swift disarm somebody of mace with sword",
      "…": "…",
    };
    expect(Object.keys(labels).map(actName)).toEqual(Object.values(labels));
  });
});

describe("a shared beginning", () => {
  it("is what all say before a colon", () => {
    expect(sharedBeginning(["Challenge: attack", "Challenge: push"])).toBe("Challenge: ");
    expect(sharedBeginning(["Challenge: attack", "Pass"])).toBe("");
    expect(sharedBeginning(["Challenge: attack"])).toBe("");
    expect(sharedBeginning(["Attack", "Push"])).toBe("");
  });
});

it("the way to a place is not spelled out where the place is named", () => {
  expect(withoutWay("move via 4,10 4,11,2 -1,12 to 5,12")).toBe("move to 5,12");
  expect(withoutWay("move via 4,10 4,11")).toBe("move via 4,10 4,11");
});

it("a side is named within a sentence", () => {
  expect(["guard", "The most honourable company"].map(theSide)).toEqual([
    "the guard",
    "the most honourable company",
  ]);
});

it("a reason is told once, with all acts that it keeps from being done", () => {
  const impossible = (label: string, message: string) => ({
    label,
    message,
    rule: "a/b",
    group: "other" as const,
  });
  const found = byReason([
    impossible("strike", "too far"),
    impossible("shoot", "no bow"),
    impossible("strike with 2 actions", "too far"),
    impossible("strike", "too far"),
  ]);
  expect(found.map(({ message, labels }) => [message, labels])).toEqual([
    ["too far", ["strike", "strike with 2 actions"]],
    ["no bow", ["shoot"]],
  ]);
});
