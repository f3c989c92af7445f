import { describe, expect, it } from "vitest";

import type { Offer } from "../protocol/Offer";
import { arrange, byCell, byTarget, Reader } from "./arrange";

const creatures = ["archer 1", "raider 1", "raider 12", "ogre", "ogre chief"].map((name, id) => ({
  id,
  name,
}));
const reader = new Reader(creatures, false);
const offers = (...words: string[]) => [{ verb: "", offers: words.map((one) => ({ words: one }) as Offer) }];

describe("offers", () => {
  it("that differ in their aims alone are one action", () => {
    const [move, attack] = arrange(
      offers(
        "attack raider 1 with short bow",
        "move to 15,6",
        "attack raider 12 with short bow",
        "move to 15,7,1",
        "attack ogre chief with short bow",
      ),
      reader,
    );
    expect(move).toMatchObject({ label: "Move", group: "move" });
    expect([...byCell(move!.choices).keys()]).toEqual(["15,6", "15,7"]);
    expect(attack).toMatchObject({ label: "Attack with short bow", group: "attack" });
    expect([...byTarget(attack!.choices).keys()]).toEqual([1, 2, 4]);
  });

  it("keep the things of others apart from those others", () => {
    const [pick] = arrange(offers("pick up ogre's club"), reader);
    expect(pick).toMatchObject({ label: "Pick up ogre's club" });
    expect(pick!.choices[0]!.targets).toEqual([]);
  });

  it("that need no aim stay what they are", () => {
    const found = arrange(offers("end turn", "wait 1 count"), reader);
    expect(found.map((action) => action.label)).toEqual(["End turn", "Wait 1 count"]);
    expect(found.map((action) => action.group)).toEqual(["other", "other"]);
  });

  it("go by what the server says of them", () => {
    const described = {
      words: "jump to 3,4",
      label: "long jump to …",
      cost: "1 action",
      targets: [3],
      place: [3, 4] as [number, number],
    };
    const [action] = arrange([{ verb: "jump", group: "maneuver", offers: [described] } as never], reader);
    expect(action).toMatchObject({ label: "Long jump", group: "maneuver", cost: "1 action" });
    expect(action!.choices[0]!.targets).toEqual([3]);
  });

  it("read columns and rows as cells of a hex map", () => {
    const [move] = arrange(offers("move to 0,2"), new Reader([], true));
    expect(move!.choices[0]!.place).toEqual([-1, 2]);
  });
});
