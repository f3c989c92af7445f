// Who flanks and who has cover, shown while somebody is being chosen to aim at.

import type { CircumstanceSeen } from "../protocol/CircumstanceSeen";
import type { CreatureId } from "../protocol/CreatureId";
import type { Reply } from "../protocol/Reply";
import type { Acting } from "./acting.svelte";
import type { Choice } from "./arrange";
import { signed } from "./chances";

/** What counts against somebody who may be aimed at, or for them, in words, and the creatures of whom that comes. */
export interface Mark {
  words: string[];
  /** The same without who they are: where these are marked themselves. */
  short: string[];
  from: CreatureId[];
}

/** What an act would be made of. */
type Foreseen = Extract<Reply, { is: "preview" }>;

/** So many acts are asked about at most: whoever has more to choose from sees it of the one that is chosen. */
const ACTS_MAX = 24;

/** One circumstance: `flanking +2`, `Disadvantage: Cover`. */
const shortWords = ({ what, value }: CircumstanceSeen) =>
  value === null ? what : `${what} ${signed(value)}`;

/** The same with those of whom it comes: `flanking +2 (Cid)`. */
export function circumstanceWords(one: CircumstanceSeen, name: (who: CreatureId) => string): string {
  const names = one.from.map(name).join(", ");
  return names === "" ? shortWords(one) : `${shortWords(one)} (${names})`;
}

/** What is known of acts, gathered for those whom they are mainly aimed at. */
export function marked(
  acts: readonly [Choice, readonly CircumstanceSeen[]][],
  name: (who: CreatureId) => string,
): Map<CreatureId, Mark> {
  const marks = new Map<CreatureId, Mark>();
  for (const [{ targets }, circumstances] of acts) {
    const [target] = targets;
    if (target === undefined || circumstances.length === 0) continue;
    const { words, short, from } = marks.get(target) ?? { words: [], short: [], from: [] };
    const more = circumstances.map((one) => circumstanceWords(one, name));
    marks.set(target, {
      words: [...new Set([...words, ...more])],
      short: [...new Set([...short, ...circumstances.map(shortWords)])],
      from: [...new Set([...from, ...circumstances.flatMap((one) => one.from)])],
    });
  }
  return marks;
}

export class Aiming {
  /** What is known of acts, by their words. */
  #known: ReadonlyMap<string, Foreseen | undefined> = $state.raw(new Map());
  /** Of which moment that holds. */
  #moment = "";
  #looks = 0;
  readonly #acting: Acting;

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  /** Those who may be aimed at just now and of whom there is something to tell. */
  get marks(): Map<CreatureId, Mark> {
    const { choice, foresight, listed, table } = this.#acting;
    const acts = listed.map((one): [Choice, readonly CircumstanceSeen[]] => [
      one,
      this.#known.get(one.words)?.circumstances ?? [],
    ]);
    if (choice && !listed.includes(choice)) acts.push([choice, foresight.circumstances]);
    return marked(acts, (who) => table.name(who));
  }

  /** What is known of an act already, as things stand now. */
  foreseen(words: string): Foreseen | undefined {
    return this.#moment === this.#now ? this.#known.get(words) : undefined;
  }

  get #now(): string {
    const { question, table } = this.#acting;
    return [question?.who, question?.question, table.known.stirred, table.turned].join(" ");
  }

  /** Asks about acts one after the other, about each once as long as nothing happens. */
  async look(acts: readonly Choice[]): Promise<void> {
    const { question, foresight } = this.#acting;
    const moment = this.#now;
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#known = new Map();
    }
    const look = ++this.#looks;
    for (const { words } of acts.slice(0, ACTS_MAX)) {
      if (!question || this.#known.has(words)) continue;
      const seen = await foresight.unlessRefused("preview", { is: "preview", who: question.who, words });
      if (moment !== this.#moment) return;
      this.#known = new Map(this.#known).set(words, seen);
      // Something else is aimed by now.
      if (look !== this.#looks) return;
    }
  }
}
