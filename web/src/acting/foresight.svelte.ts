// What an act would come to before it is done: what it is made of and covers, where it leads, its odds.

import { Refused, sentence } from "../connection/http";
import type { AreaSeen } from "../protocol/AreaSeen";
import type { Cell } from "../protocol/Cell";
import type { ChanceReport } from "../protocol/ChanceReport";
import type { CircumstanceSeen } from "../protocol/CircumstanceSeen";
import type { LogLine } from "../protocol/LogLine";
import type { Reply } from "../protocol/Reply";
import type { Request } from "../protocol/Request";
import type { Acting } from "./acting.svelte";
import type { Choice } from "./arrange";

/** The odds of the act that is prepared. */
export type Odds =
  | { is: "none" }
  | { is: "asked" }
  | { is: "known"; report: ChanceReport }
  | { is: "refused"; message: string };

/** How long one has to look at an act before it is asked for what it covers, in milliseconds. */
const GLANCE = 120;

export class Foresight {
  odds: Odds = $state.raw({ is: "none" });
  /** What the act that is prepared would be made of: who flanks, who has cover, everything that counts. */
  sums: LogLine[] = $state.raw([]);
  /** What in it comes of where everybody is. */
  circumstances: CircumstanceSeen[] = $state.raw([]);
  /** What the spell, the power or the magic of a thing does that the act uses that is prepared. */
  magic: string | null = $state(null);
  /** What the act that is prepared covers, where it affects an area. */
  area: AreaSeen | null = $state.raw(null);
  /** The same of an act that is only looked at. */
  glanced: AreaSeen | null = $state.raw(null);
  covered = $derived(this.glanced ?? this.area);
  /** The places that the act that is prepared leads to, in order. */
  way: Cell[] = $state.raw([]);
  #glances = 0;
  readonly #acting: Acting;

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  /** Nothing is prepared. */
  forget(): void {
    this.odds = { is: "none" };
    this.sums = [];
    this.circumstances = [];
    this.magic = null;
    this.area = null;
    this.way = [];
    this.glance(undefined);
  }

  /** Shows what an act covers as long as it is looked at: one that is aimed at a place may affect all that is around. */
  glance(choice: Choice | undefined): void {
    const isPlaced = choice?.place && choice.targets.length === 0 && choice.group !== "move";
    void this.glanceAt(isPlaced ? () => Promise.resolve(choice) : undefined);
  }

  /** Shows it of what is found, once it was looked at for a moment. */
  async glanceAt(find: (() => Promise<Choice | undefined>) | undefined): Promise<void> {
    const number = ++this.#glances;
    if (!find) {
      this.glanced = null;
      return;
    }
    // What one only passes over is not asked for.
    await new Promise((passed) => setTimeout(passed, GLANCE));
    if (number !== this.#glances) return;
    const choice = await find();
    const seen = choice && number === this.#glances ? await this.#foreseen(choice) : undefined;
    if (number === this.#glances) this.glanced = seen?.area ?? null;
  }

  /** What the act that was just prepared is made of. */
  async preview(choice: Choice): Promise<void> {
    const seen = this.#acting.aiming.foreseen(choice.words) ?? (await this.#foreseen(choice));
    if (!seen || this.#acting.choice !== choice) return;
    this.sums = seen.lines;
    this.circumstances = seen.circumstances;
    this.magic = seen.magic;
    this.area = seen.area;
    this.way = seen.way;
  }

  /** What an act would be made of; nothing where it is not possible any more, which is said where it is done. */
  async #foreseen({ words }: Choice) {
    const { question } = this.#acting;
    return question && this.unlessRefused("preview", { is: "preview", who: question.who, words });
  }

  /** An answer, or nothing where it was refused. */
  async unlessRefused<K extends Reply["is"]>(kind: K, request: Request) {
    try {
      return await this.#acting.table.tryTo(kind, request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return undefined;
    }
  }

  /** Asks for the odds of the act that is prepared. */
  async askOdds(): Promise<void> {
    const { choice, question } = this.#acting;
    if (!choice || !question) return;
    this.odds = { is: "asked" };
    let odds: Odds;
    try {
      const reply = await this.#acting.table.tryTo("odds", {
        is: "odds",
        who: question.who,
        words: choice.words,
      });
      odds = { is: "known", report: reply.report };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      odds = { is: "refused", message: sentence(error.problem) };
    }
    if (this.#acting.choice === choice) this.odds = odds;
  }
}
