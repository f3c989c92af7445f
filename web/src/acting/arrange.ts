// Offers as a player looks for them: first the kind of act, then the act, then at whom or where.

import { cellKey } from "../board/geometry";
import type { CreatureId } from "../protocol/CreatureId";
import type { Explained } from "../protocol/Explained";
import type { Group } from "../protocol/Group";
import type { Offer } from "../protocol/Offer";
import type { OfferGroup } from "../protocol/OfferGroup";

/** The kinds of acts, in the order in which they are shown. */
export const GROUPS: readonly Group[] = ["move", "attack", "maneuver", "defend", "magic", "other"];

export const GROUP_NAMES: Record<Group, string> = {
  move: "Move",
  attack: "Attack",
  maneuver: "Maneuver",
  defend: "Defend",
  magic: "Magic",
  other: "Other",
};

/** One thing that can be done, aimed at something, with a label that names the act alone. */
export interface Choice extends Offer {
  /** What it does, and by which rule; nothing of what somebody has typed. */
  meaning: Explained | undefined;
}

/** The same thing aimed at different creatures or places. */
export interface Action {
  key: string;
  group: Group;
  label: string;
  meaning: Explained | undefined;
  /** What it costs, where that is the same for every aim. */
  cost: string | null;
  choices: Choice[];
}

const RANKS = 3;

/** First stands what is looked for most: ways to places, acts against creatures; last what one does with oneself. */
function rank({ group, choices: [choice] }: Action): number {
  const [isPlace, isCreature] = [(choice?.place ?? null) !== null, (choice?.targets.length ?? 0) > 0];
  if (group === "move" ? isPlace && !isCreature : isCreature) return 0;
  return isPlace || isCreature ? 1 : 2;
}

function choiceOf(offer: Offer, meaning: Explained | undefined): Choice {
  const { label, group, place, targets } = offer;
  // Whoever is named in the act is not who is pointed at: one shoots at where they may be.
  const isGuess = group !== "move" && place !== null && targets.length === 0;
  return { ...offer, meaning, label: actName(isGuess ? label.replace(" at …", " at a place") : label) };
}

/** Offers as actions, each with its aims, in the order in which groups are shown. */
export function arrange(groups: readonly OfferGroup[]): Action[] {
  const actions = new Map<string, Action>();
  for (const { offers, meanings } of groups) {
    const meaningOf = new Map(meanings.map((meaning) => [meaning.label, meaning]));
    for (const offer of offers) {
      const { group, label, cost } = offer;
      const key = `${group} ${label}`;
      const choice = choiceOf(offer, meaningOf.get(label));
      const known = actions.get(key);
      if (!known) {
        const { label, meaning } = choice;
        actions.set(key, { key, group, label, meaning, cost, choices: [choice] });
        continue;
      }
      known.choices.push(choice);
      if (known.cost !== cost) known.cost = null;
    }
  }
  const order = (action: Action) => GROUPS.indexOf(action.group) * RANKS + rank(action);
  return [...actions.values()].sort((one, other) => order(one) - order(other));
}

/** Choices by the cell that they are aimed at. */
export function byCell(choices: readonly Choice[]): Map<string, Choice[]> {
  return gathered(choices, (choice) => (choice.place ? [cellKey(choice.place)] : []));
}

/** Choices by the creature that they are mainly aimed at. */
export function byTarget(choices: readonly Choice[]): Map<CreatureId, Choice[]> {
  return gathered(choices, (choice) => choice.targets.slice(0, 1));
}

function gathered<K>(choices: readonly Choice[], keys: (choice: Choice) => K[]): Map<K, Choice[]> {
  const found = new Map<K, Choice[]>();
  for (const choice of choices) {
    for (const key of keys(choice)) {
      const others = found.get(key);
      if (others) others.push(choice);
      else found.set(key, [choice]);
    }
  }
  return found;
}

/** An act by its label, without what it is aimed at: `move to …` is called "Move". */
export function actName(label: string): string {
  return capital(named(label));
}

function named(label: string): string {
  const plain = label
    .replace(/(( (to|at|of|on|via|around|toward|from))? …)+(?= (?!of )|$)/g, "")
    .replace(/^… /, "")
    .replace(/^(\S+) … of /, "$1 somebody of ")
    .trim();
  return plain === "" ? label : plain;
}

/** An act as people read it. */
export const inWords = ({ plain, words }: Pick<Offer, "plain" | "words">) => capital(plain ?? words);

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
