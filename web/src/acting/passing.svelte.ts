// Letting pass what others do: for everybody here who is asked the same, or for as long as an action goes on.

import { Refused } from "../connection/http";
import type { Question } from "../protocol/Question";
import type { Underway } from "../protocol/Underway";
import type { Table } from "../state/table.svelte";
import type { Acting } from "./acting.svelte";

/** How often it is tried to pass while others act. */
const PASSES_MAX = 10;
/** How long it is waited before it is tried again, in milliseconds. */
const TRY_AGAIN_AFTER = 120;

const isNotAsked = (error: unknown) =>
  error instanceof Refused && error.problem.is === "declined" && error.problem.why.because === "not-asked";

const isSameQuestion = (one: Question, other: Question) =>
  one.who === other.who && one.window === other.window && one.question === other.question;

/** How much has been told: to let something pass tells of nothing, so with more it is another moment. */
export function toldSoFar(table: Table): number {
  const { log, progress } = table.known;
  return log.length + progress.length;
}

export class Passing {
  /** The action in which nobody here steps in until it is over. */
  undisturbed: string | undefined = $state();
  #isGoingOn = false;
  /** How often the game master had stepped in when it was said that nobody here does. */
  #turned = 0;

  constructor(readonly acting: Acting) {}

  /** Everybody here who is asked the same as the one whose question is open, and may say nothing. */
  silent: Question[] = $derived.by(() => {
    const { question } = this.acting;
    if (!question || question.window === "turn") return [];
    // Whoever has a player answers for themselves, as long as that player is here.
    const isOwn = ({ who }: Question) => !this.#table.isMaster || this.#table.playersHere(who).length === 0;
    const isLike = (one: Question) => one.window === question.window && one.silence !== null;
    return this.#table.questions.filter((one) => isLike(one) && isOwn(one));
  });

  /** Everybody passes who is asked the same now; whether they all could. */
  async passAll(): Promise<boolean> {
    return !this.acting.isShut && this.#passEach();
  }

  async #passEach(): Promise<boolean> {
    this.acting.sending = true;
    const told = toldSoFar(this.#table);
    let could = true;
    for (const question of this.silent) could = could && (await this.#passFor(question, told));
    this.acting.sending = false;
    this.acting.decided = true;
    return could;
  }

  /** Passes for one of several: that the others have done so just before is no surprise then. What is asked after more was told nobody has seen yet, though it be in the same words. */
  async #passFor(question: Question, told: number): Promise<boolean> {
    const { who } = question;
    for (let tries = 0; tries < PASSES_MAX; tries++) {
      if (toldSoFar(this.#table) !== told || !this.silent.some((one) => isSameQuestion(one, question)))
        return true;
      try {
        await this.#table.tryTo("done", { is: "pass", who, seen: this.#table.known.number });
        return true;
      } catch (error) {
        // Whoever is not asked any more has let it pass, or somebody has for them: the page only shows it later.
        if (isNotAsked(error)) return true;
        if (!(error instanceof Refused) || error.problem.is !== "stale") {
          this.#table.complain(error);
          return false;
        }
        await new Promise((passed) => setTimeout(passed, TRY_AGAIN_AFTER));
      }
    }
    return false;
  }

  /** Lets all of an action pass: whenever it may be stepped into again, nobody here does. */
  async keepOut(action: Underway): Promise<void> {
    if (this.acting.isShut) return;
    this.#table.pace.hurry();
    this.#turned = this.#table.turned;
    this.undisturbed = this.#identity(action);
    await this.goOn();
  }

  /** Tells an action from the next one of the same creature, which may be aimed at whoever let this one pass. */
  #identity({ who, words }: Underway): string {
    const told = `${this.#table.name(who)} ${words}`;
    const { log, progress } = this.#table.known;
    const times = [...log, ...progress].filter(({ text }) => text.includes(told)).length;
    return `${who} ${words} ${times}`;
  }

  /** Whether what is asked now is let pass without anybody's doing. */
  isOn = $derived(this.undisturbed !== undefined && this.silent.length > 0);

  /** Passes for everybody as long as the action goes on that is let pass. */
  async goOn(): Promise<void> {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    while (this.undisturbed !== undefined) {
      // What was taken back is not to be let pass again of itself.
      if (this.#table.turned !== this.#turned) {
        this.undisturbed = undefined;
        break;
      }
      const { underway } = this.#table.known.time;
      const isUnderway = underway.some((action) => this.#identity(action) === this.undisturbed);
      const isAsked = this.silent.length > 0;
      if (isUnderway && !isAsked) break;
      const { number } = this.#table.known;
      if (!isUnderway || !(await this.#passEach())) this.undisturbed = undefined;
      // What comes of it is shown in its time, and looked at then.
      else if (this.#table.known.number === number) break;
    }
    this.#isGoingOn = false;
  }

  get #table(): Table {
    return this.acting.table;
  }
}
