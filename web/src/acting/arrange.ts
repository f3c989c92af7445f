// Offers as a player looks for them: first the kind of act, then the act, then at whom or where.

import { cellAt, cellKey } from "../board/geometry";
import type { Cell } from "../protocol/Cell";
import type { CreatureId } from "../protocol/CreatureId";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { Offer } from "../protocol/Offer";
import type { OfferGroup } from "../protocol/OfferGroup";

export const GROUPS = ["move", "attack", "maneuver", "defend", "magic", "other"] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_NAMES: Record<Group, string> = {
  move: "Move",
  attack: "Attack",
  maneuver: "Maneuver",
  defend: "Defend",
  magic: "Magic",
  other: "Other",
};

/** What a server may say of an offer besides its words. */
interface Described {
  /** The words with targets and places left out. */
  label?: string | null;
  group?: string | null;
  cost?: string | null;
  targets?: CreatureId[] | null;
  place?: Cell | null;
  /** How far a move goes, in the unit of the map. */
  distance?: number | null;
}

/** One thing that can be done, aimed at something. */
export interface Choice {
  words: string;
  group: Group;
  label: string;
  cost: string | null;
  targets: CreatureId[];
  place: Cell | null;
  distance: number | null;
}

/** The same thing aimed at different creatures or places. */
export interface Action {
  key: string;
  group: Group;
  label: string;
  /** What it costs, where that is the same for every aim. */
  cost: string | null;
  choices: Choice[];
}

const AIM = "…";
const PLACE = /(?<![\w.])(-?\d+,-?\d+(?:,-?\d+)?)(?![\w.])/g;

/** Reads aims from the words of offers. */
export class Reader {
  #names: { pattern: RegExp; id: CreatureId }[];

  constructor(
    creatures: readonly Pick<CreatureSeen, "id" | "name">[],
    readonly hexes: boolean,
  ) {
    const longest = creatures.toSorted((one, other) => other.name.length - one.name.length);
    this.#names = longest.map(({ id, name }) => ({
      id,
      pattern: new RegExp(`(?<![\\w-])${escaped(name)}(?!'s|[\\w-])`, "gi"),
    }));
  }

  choice(offer: Offer & Described): Choice & { key: string } {
    const places: Cell[] = [];
    const targets: CreatureId[] = [];
    let template = offer.words.replace(PLACE, (typed) => {
      places.push(this.#cell(typed));
      return AIM;
    });
    for (const { id, pattern } of this.#names) {
      const without = template.replace(pattern, AIM);
      if (without !== template) targets.push(id);
      template = without;
    }
    const place = offer.place ?? places.at(-1) ?? null;
    const aimed = offer.targets ?? targets;
    const group = groupOf(offer.group) ?? guess(aimed, place);
    const label = offer.label ?? template;
    return {
      words: offer.words,
      group,
      label: actName(label),
      cost: offer.cost ?? null,
      targets: aimed,
      place,
      distance: offer.distance ?? null,
      key: `${group} ${label}`,
    };
  }

  #cell(typed: string): Cell {
    const [column = 0, row = 0, height = 0] = typed.split(",").map(Number);
    const [x, y] = cellAt(column, row, this.hexes);
    return height === 0 ? [x, y] : [x, y, height];
  }
}

/** Offers as actions, each with its aims, in the order in which groups are shown. */
export function arrange(groups: readonly OfferGroup[], reader: Reader): Action[] {
  const actions = new Map<string, Action>();
  const offers = groups.flatMap((of) => of.offers.map((offer) => ({ ...groupWord(of), ...offer })));
  for (const offer of offers) {
    const { key, ...choice } = reader.choice(offer);
    const known = actions.get(key);
    if (!known) {
      const { group, label, cost } = choice;
      actions.set(key, { key, group, label, cost, choices: [choice] });
      continue;
    }
    known.choices.push(choice);
    if (known.cost !== choice.cost) known.cost = null;
  }
  const order = (action: Action) => GROUPS.indexOf(action.group);
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

function groupOf(word: string | null | undefined): Group | undefined {
  return GROUPS.find((group) => group === word);
}

/** The kind of an act that the server says nothing about. */
function guess(targets: readonly CreatureId[], place: Cell | null): Group {
  if (targets.length > 0) return "attack";
  return place ? "move" : "other";
}

/** What a group of offers says of all of them. */
function groupWord(of: OfferGroup & { group?: string }): { group?: string } {
  return of.group === undefined ? {} : { group: of.group };
}

/** An act by its label, without what it is aimed at: `move to …` is called "Move". */
export function actName(label: string): string {
  return capital(named(label));
}

function named(template: string): string {
  const plain = template
    .replace(/( (to|at|on|via|around|toward))? …(?= with |$)/g, "")
    .replace(/^… /, "")
    .trim();
  return plain === "" ? template : plain;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
