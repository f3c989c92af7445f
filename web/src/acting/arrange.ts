// Offers as a player looks for them: first the kind of act, then the act, then at whom or where.

import { cellKey } from "../board/geometry";
import type { CreatureId } from "../protocol/CreatureId";
import type { Explained } from "../protocol/Explained";
import type { Group } from "../protocol/Group";
import type { Impossible } from "../protocol/Impossible";
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
  /** Whether it is aimed at where somebody hidden may be. */
  isGuess: boolean;
  /** Whether it is an attack that is aimed at a thing, or at nothing. */
  isThing: boolean;
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

const RANKS = 4;

/** First stands what is looked for most: ways to places, acts against creatures; last what one does with oneself, and guesses. */
function rank({ group, choices: [choice] }: Action): number {
  if (choice?.isGuess) return 3;
  const [isPlace, isCreature] = [(choice?.place ?? null) !== null, (choice?.targets.length ?? 0) > 0];
  if (group === "move" ? isPlace && !isCreature : isCreature) return 0;
  return isPlace || isCreature ? 1 : 2;
}

/** A place that is named in an act besides what it is aimed at, with its height or without. */
const PLACE = /(?<![\w,.])-?\d+,-?\d+(,-?\d+)?(?![\w.])/g;

/** An act without the places on its way, where it says where it leads. */
export const withoutWay = (words: string): string =>
  words.replace(/ via(?: -?\d+,-?\d+(?:,-?\d+)?)+(?= to )/, "");

const general = ({ label }: Pick<Offer, "label">) => label.replace(PLACE, "…");

/** What acts have in common that differ in their aims alone. */
export const keyOf = (act: Pick<Offer, "group" | "label">) => `${act.group} ${general(act)}`;

/** What an act says that is aimed at a place where somebody may be, and whom it names, if anybody. */
function guessed(label: string, names: readonly string[]): string | undefined {
  const named = names.flatMap((one) => [` at ${one} at …`, ` ${one} at …`]);
  const aim = [...named, " at square …", " square …"].find((one) => label.includes(one));
  return aim === undefined ? undefined : `${label.replace(aim, "")}, where somebody may hide`;
}

/** An act that is aimed at a place and names nothing that lies or is there: `volley at …`, not `strike ice at …`. */
const AT_A_PLACE = /^([^:]+: )?\S+ at …/;

function choiceOf(offer: Offer, meaning: Explained | undefined, names: readonly string[]): Choice {
  const { group, place, targets } = offer;
  const label = general(offer);
  // Whoever is named in the act is not who is pointed at: one shoots at where they may be.
  const isAtPlace = group !== "move" && place !== null && targets.length === 0;
  const guess = isAtPlace ? guessed(label, names) : undefined;
  const words = guess ?? (isAtPlace ? label.replace(" at …", " at a place") : label);
  const isGuess = guess !== undefined;
  const isThing = group === "attack" && targets.length === 0 && !isGuess && !AT_A_PLACE.test(label);
  return { ...offer, meaning, label: actName(words), isGuess, isThing };
}

/** An act that is known by its words alone. */
export const typed = (words: string): Choice => ({
  words,
  plain: null,
  label: words,
  group: "other",
  cost: null,
  targets: [],
  place: null,
  distance: null,
  meaning: undefined,
  isGuess: false,
  isThing: false,
});

/** Offers as actions, each with its aims, in the order in which groups are shown; `names` are those that somebody hidden may have. */
export function arrange(groups: readonly OfferGroup[], names: readonly string[] = []): Action[] {
  const actions = new Map<string, Action>();
  // What is offered twice in the same words is the same.
  const offered = new Set<string>();
  for (const { offers, meanings } of groups) {
    const meaningOf = new Map(meanings.map((meaning) => [meaning.label, meaning]));
    for (const offer of offers) {
      const { group, cost, words } = offer;
      if (offered.has(words)) continue;
      offered.add(words);
      const choice = choiceOf(offer, meaningOf.get(offer.label), names);
      const key = choice.isGuess ? `${group} ${choice.label}` : keyOf(offer);
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

/** An act, and the same act done in a special way: a blow at a part of the body. */
export interface Family<Act> {
  plain: Act;
  special: { act: Act; way: string }[];
}

/** From so many special ways on they are folded away. */
const WAYS_MIN = 3;
const WAY = " at ";

/** Acts with their special ways, which are known by their names: those of the plain act, and at what. */
export function families<Act>(acts: readonly Act[], name: (act: Act) => string): Family<Act>[] {
  const plain = new Map(acts.map((act) => [name(act), act]));
  const ways = new Map<Act, { act: Act; way: string }[]>();
  const folded = new Set<Act>();
  for (const act of acts) {
    const at = name(act).lastIndexOf(WAY);
    const base = at < 0 ? undefined : plain.get(name(act).slice(0, at));
    if (base === undefined) continue;
    ways.set(base, [...(ways.get(base) ?? []), { act, way: name(act).slice(at + WAY.length) }]);
  }
  for (const [base, special] of ways) {
    if (special.length < WAYS_MIN) ways.delete(base);
    else for (const { act } of special) folded.add(act);
  }
  return acts.filter((act) => !folded.has(act)).map((act) => ({ plain: act, special: ways.get(act) ?? [] }));
}

/** What several labels say first, up to a colon, where all say the same: `Initiative challenge: `. */
export function sharedBeginning(labels: readonly string[]): string {
  const [first = "", ...others] = labels;
  const beginning = /^[^:]+: /.exec(first)?.[0] ?? "";
  return others.length > 0 && others.every((label) => label.startsWith(beginning)) ? beginning : "";
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

/** What is aimed at, at the end or before what it is done with; not where the words before it would be left hanging. */
const AIM =
  /((?<! (then( to)?|of|into|for|from|against|over|behind|and|after|when))( (to|at|on|via|around|toward|from))? …)+(?= (?!of )|,|$)/g;

/** Whoever is named by a word that would be left hanging: `the grab of …`, `when … attacks`. */
const SOMEBODY = / (of|from|for|against|after|when) …/g;

function named(label: string): string {
  const plain = label
    .replace(AIM, "")
    .replace(/^… /, "")
    .replace(/^(.*\b(?:disarm|break)) … of /, "$1 somebody of ")
    .replace(SOMEBODY, " $1 somebody")
    .trim();
  return plain === "" ? label : plain;
}

/** An act as people read it, with the names of those it is aimed at as they are told of. */
export function inWords(
  { plain, words }: Pick<Offer, "plain" | "words">,
  names: readonly string[] = [],
): string {
  return capital(withNames(plain ?? words, names));
}

/** Words in which these names stand as they were typed, with them as they are told of. */
export function withNames(words: string, names: readonly string[]): string {
  return names.reduce((text, name) => {
    const typed = name.charAt(0).toLowerCase() + name.slice(1);
    return typed === name
      ? text
      : text.replace(new RegExp(`(?<![\\p{L}\\d])${escaped(typed)}(?![\\p{L}\\d])`, "u"), name);
  }, words);
}

/** Those of these names whose things an act names. */
export function owners({ plain, words }: Pick<Offer, "plain" | "words">, names: readonly string[]): string[] {
  return names.filter((name) =>
    (plain ?? words).includes(`${name.charAt(0).toLowerCase()}${name.slice(1)}'s `),
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A side within a sentence: “the guard”, and “the most honourable company” where it is called “The most honourable company”. */
export const theSide = (name: string) => (/^the\s/i.test(name) ? `the${name.slice(3)}` : `the ${name}`);

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Acts that are not possible for one reason. */
export interface Reason {
  message: string;
  rule: string;
  labels: string[];
}

/** What is not possible, each reason once, with all acts that it keeps from being done. */
export function byReason(impossible: readonly Impossible[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { message, rule, label } of impossible) {
    const key = `${rule} ${message}`;
    const reason = found.get(key) ?? { message, rule, labels: [] };
    if (!reason.labels.includes(label)) reason.labels.push(label);
    found.set(key, reason);
  }
  return [...found.values()];
}

/** That nobody sits there who plays somebody. */
export const areAway = (names: readonly string[]) =>
  `${names.join(", ")} ${names.length === 1 ? "is" : "are"} away`;
