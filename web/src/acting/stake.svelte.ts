// What is at stake where somebody may let pass what others do: what comes of it if nothing is done.

import { Refused } from "../connection/http";
import type { ChanceReport } from "../protocol/ChanceReport";
import type { Question } from "../protocol/Question";
import type { Table } from "../state/table.svelte";

export class Stake {
  /** What comes of it, and of which moment that holds. */
  #known: { moment: string; report: ChanceReport | undefined } | undefined = $state.raw();
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** What comes of it if nothing is done about what is asked; nothing as long as that is not known. */
  of(question: Question): ChanceReport | undefined {
    return this.#known?.moment === this.#moment(question) ? this.#known.report : undefined;
  }

  /** Asks for it, once at each moment. */
  async ask(question: Question): Promise<void> {
    const moment = this.#moment(question);
    if (question.silence === null || this.#known?.moment === moment) return;
    this.#known = { moment, report: undefined };
    const report = await this.#odds(question.who, question.silence);
    if (this.#known.moment === moment) this.#known = { moment, report };
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
