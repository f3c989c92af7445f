// What is at stake where somebody may let pass what others do: what comes of it if nothing is done.

import { Refused } from "../connection/http";
import type { ChanceReport } from "../protocol/ChanceReport";
import type { Question } from "../protocol/Question";
import type { Table } from "../state/table.svelte";

/** How long a question has to stand before it is asked what is at stake, in milliseconds: most are answered at once where they are let pass. */
const STANDS = 300;

export class Stake {
  /** What comes of it, and of which moment that holds. */
  #known: { moment: string; report: ChanceReport | undefined } | undefined = $state.raw();
  /** The moment at which a question does not stand long enough yet. */
  #awaited: string | undefined;
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** What comes of it if nothing is done about what is asked; nothing as long as that is not known. */
  of(question: Question): ChanceReport | undefined {
    return this.#known?.moment === this.#moment(question) ? this.#known.report : undefined;
  }

  /** Asks for it once the question has stood for a while, once at each moment. */
  async ask(question: Question): Promise<void> {
    const moment = this.#moment(question);
    if (question.silence === null || [this.#known?.moment, this.#awaited].includes(moment)) return;
    this.#awaited = moment;
    await new Promise((stood) => setTimeout(stood, STANDS));
    if (this.#awaited !== moment) return;
    this.#awaited = undefined;
    if (this.#moment(question) !== moment) return;
    this.#known = { moment, report: undefined };
    const report = await this.#odds(question.who, question.silence);
    if (this.#known.moment === moment) this.#known = { moment, report };
  }

  /** The question is answered, or stands no more: what was not asked yet need not be. */
  drop(): void {
    this.#awaited = undefined;
  }

  #moment({ who, window, question }: Question): string {
    return [who, window, question, this.#table.known.stirred, this.#table.turned].join(" ");
  }

  /** Nothing where it cannot be told. */
  async #odds(who: number, words: string): Promise<ChanceReport | undefined> {
    try {
      const reply = await this.#table.tryTo("odds", { is: "odds", who, words });
      return reply.report;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return undefined;
    }
  }
}
