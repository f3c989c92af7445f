import { expect, it } from "vitest";

import type { Settings } from "../protocol/Settings";
import type { SwitchSeen } from "../protocol/SwitchSeen";
import { needed } from "./carry";

const settings = (more: Partial<Settings>): Settings => ({
  real_dice: false,
  dice_of: [],
  paused: false,
  numbers: "words",
  hidden: [],
  controls: [],
  begun: true,
  habits: [],
  ...more,
});

const ruling = (name: string, value: string) => ({ name, value }) as SwitchSeen;

it("what held is asked for where it does not hold, by the names of creatures", () => {
  const names = new Map([
    [0, "alda"],
    [3, "wolf"],
    [9, "who came late"],
  ]);
  const controls: [number, string][] = [
    [0, "person"],
    [3, "greedy"],
    [9, "simple"],
  ];
  const held = {
    settings: settings({
      real_dice: true,
      numbers: "nothing",
      controls,
      dice_of: [[3, false]],
      hidden: [9, 3],
      habits: [
        [0, "step", "never"],
        [9, "step", "always"],
      ],
    }),
    names,
    switches: [ruling("ties", "defender"), ruling("reach", "square"), ruling("gone", "yes")],
  };
  const now = {
    settings: settings({
      controls: [
        [0, "person"],
        [1, "simple"],
      ],
    }),
    switches: [ruling("ties", "attacker"), ruling("reach", "square")],
  };
  const there = (who: number) => ({ alda: 0, wolf: 1 })[names.get(who) ?? ""];
  expect(needed(held, now, there)).toEqual([
    { is: "hide", who: 1, hidden: true },
    { is: "rule", switch: "ties", value: "defender" },
    { is: "dice", real: true },
    { is: "dice-of", who: 1, real: false },
    { is: "numbers", numbers: "nothing" },
    { is: "control", who: 1, by: "greedy" },
    { is: "habit", who: 0, window: "step", habit: "never" },
  ]);
});
