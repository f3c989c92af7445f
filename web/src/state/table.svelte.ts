// One table as the page knows it: what the server told, and how to ask it for more.

import { Line, type LineState } from "../connection/socket";
import { Refused, sentence } from "../connection/http";
import { ownLinks, rememberLinks, rememberStand, rememberTable } from "../connection/tables";
import type { CreatureId } from "../protocol/CreatureId";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { LogLine } from "../protocol/LogLine";
import type { Occasion } from "../protocol/Occasion";
import type { Person } from "../protocol/Person";
import type { Problem } from "../protocol/Problem";
import type { Question } from "../protocol/Question";
import type { Reply } from "../protocol/Reply";
import type { Request } from "../protocol/Request";
import type { Seat } from "../protocol/Seat";
import type { Standing } from "../protocol/Standing";
import type { TableInfo } from "../protocol/TableInfo";
import type { Update } from "../protocol/Update";
import { initials } from "../board/initials";
import { capital, theSide } from "../acting/arrange";
import { meant } from "../acting/completion";
import { happened, isSteppedIn, latest, lay, nothing, type Known } from "./lay";
import { inOrder } from "./order";
import { Pace } from "./pace.svelte";

/** Something said to whoever sits here, until it is read. */
export interface Notice {
  id: number;
  tone: "bad" | "plain";
  text: string;
  /** What may be done about it at once. */
  remedy?: Remedy | undefined;
  /** What it is about, where that is an answer: as soon as something else is asked it says nothing more. */
  of: AnsweredBy | undefined;
}

/** By what an answer was given: by the line in which acts are typed, where it is told why they are not taken, or by something else. */
export type AnsweredBy = "line" | "else";

/** Something that can be done about what was not taken. */
export interface Remedy {
  words: string;
  take: () => void;
}

type Kinds = Reply["is"];
type ReplyOf<K extends Kinds> = Extract<Reply, { is: K }>;

const NOTICES_MAX = 3;
/** How often something is asked again that came too fast. */
const TRIES = 3;
/** How long a notice stays, in milliseconds: long enough to be read twice. */
const NOTICE_LASTS = 20_000;

/** Requests that answer what is asked. */
const ANSWERS: readonly Request["is"][] = ["act", "pass", "roll"];

/** What is asked, to be told from what is asked next. */
function asks(standing: Standing): string {
  if (standing.is !== "asks") return JSON.stringify(standing);
  return standing.questions.map(({ who, question }) => `${who} ${question}`).join();
}

/** How far a fight has come, in a few words. */
function stand({ standing, time }: Known): string {
  if (standing.is !== "over") return time.heading;
  return standing.winner === null ? "over, won by nobody" : `won by ${theSide(standing.winner)}`;
}

/** A button that puts what was perhaps meant into the line. */
export function didYouMean(
  problem: Problem,
  words: string,
  retype: (words: string) => void,
): Remedy | undefined {
  const found = problem.is === "declined" ? meant(words, problem.message) : undefined;
  return found === undefined ? undefined : { words: `Change it to “${found}”`, take: () => retype(found) };
}

export class Table {
  known: Known = $state.raw(nothing());
  info: TableInfo | undefined = $state();
  seat: Seat | undefined = $state();
  /** When creatures are asked in this system, in words. */
  occasions: Occasion[] = $state.raw([]);
  line: LineState = $state("connecting");
  /** Whether anything has been told yet. */
  ready = $state(false);
  /** Why the link opens nothing. */
  refusal: string | undefined = $state();
  /** Why there is no line just now, where the server has said so. */
  trouble: string | undefined = $state();
  notices: Notice[] = $state([]);
  /** The secrets of the links that were made in this browser, by seat: they are told once. */
  links: Record<number, string> = $state.raw({});
  /** The secret of one's own link to the table at which the game master plays the same again. */
  ledOn: string | undefined = $state();
  /** The creature that is looked at. */
  chosen: CreatureId | undefined = $state();
  /** What happened since somebody here did something, without the act in progress and with it. */
  #settled: readonly LogLine[] = $state.raw([]);
  /** Grows whenever the game master steps in: what was decided before that is decided anew. */
  turned = $state(0);
  /** The log with the act in progress, as it is read. */
  told = $derived(inOrder(this.known.log, this.known.progress));
  latest = $derived(latest(this.told, this.#settled, this.known));
  readonly pace = new Pace((update) => this.#lay(update));

  /** Parts of what is known that effects hang on: they are the same until they change, however much else is told. */
  stirred = $derived(this.known.stirred);
  people = $derived(this.known.people);
  byId = $derived(new Map(this.known.creatures.map((creature) => [creature.id, creature])));
  initials = $derived(initials(this.known.creatures));
  isMaster = $derived(this.seat?.role === "game-master");
  questions: Question[] = $derived.by(() => this.#questions());
  /** Creatures in the fight that players have links to and for which the program decides, as far as it is told here. */
  byProgram = $derived(
    this.known.settings.controls.flatMap(([who, by]) =>
      by !== "person" && this.byId.has(who) && this.playersOf(who).length > 0 ? [who] : [],
    ),
  );
  /** Whether nobody here may decide: the game is paused, and whoever sits here is not its master. */
  isHeld = $derived(this.known.settings.paused && !this.isMaster);

  #socket: Line;
  #notice = 0;
  #stood = "";
  /** Whether somebody here has done something of which nothing has come yet. */
  #isAnswered = false;
  /** Whether a decision is just taken back, or put in force again. */
  #turning = false;

  constructor(
    readonly token: string,
    /** What whoever sits here wants to be called; empty: as the game master called the link. */
    readonly called: string,
  ) {
    this.links = ownLinks(token);
    this.#socket = new Line(token, called, {
      welcome: (info, seat, occasions) => this.#welcome(info, seat, occasions),
      update: (update) => this.pace.take(update),
      ledOn: (token) => (this.ledOn = token),
      state: (state, problem) => this.#state(state, problem),
    });
  }

  close(): void {
    this.pace.stop();
    this.#socket.close();
  }

  /** Keeps the secret of a link that was made here, with that of one's own. */
  keepLink(seat: number, secret: string): void {
    this.#keepLinks({ ...this.links, [seat]: secret });
  }

  /** Forgets all links but those of these seats. */
  keepLinksOf(seats: readonly Seat[]): void {
    const isThere = ([seat]: [string, string]) => seats.some(({ id }) => id === Number(seat));
    const kept = Object.entries(this.links).filter(isThere);
    if (kept.length < Object.keys(this.links).length) this.#keepLinks(Object.fromEntries(kept));
  }

  #keepLinks(links: Record<number, string>): void {
    this.links = links;
    rememberLinks(this.token, links);
  }

  name(who: CreatureId): string {
    return this.byId.get(who)?.name ?? "somebody";
  }

  creature(who: CreatureId): CreatureSeen | undefined {
    return this.byId.get(who);
  }

  /** Whether whoever sits here plays the creature. */
  plays(who: CreatureId): boolean {
    return this.isMaster || (this.seat?.creatures.includes(who) ?? false);
  }

  /** Asks, and says so itself where it was not taken. */
  async ask<K extends Kinds>(
    kind: K,
    request: Request,
    remedy?: (problem: Problem) => Remedy | undefined,
    of?: AnsweredBy,
  ): Promise<ReplyOf<K> | undefined> {
    try {
      const reply = await this.tryTo(kind, request);
      if (of !== undefined) this.settle();
      return reply;
    } catch (error) {
      this.complain(error, remedy, of);
      return undefined;
    }
  }

  /** Asks; fails with [`Refused`] where it was not taken. */
  async tryTo<K extends Kinds>(kind: K, request: Request): Promise<ReplyOf<K>> {
    const reply = await this.#patiently(request);
    if (reply.is !== kind) throw new Refused({ is: "failed", message: `an answer of the kind ${reply.is}` });
    return reply as ReplyOf<K>;
  }

  /** Asks again after a while where it was too fast: nothing has been done then. */
  async #patiently(request: Request, tries = TRIES): Promise<Reply> {
    try {
      return await this.#socket.ask(request);
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.is !== "too-fast" || tries === 0) throw error;
      const { wait } = error.problem;
      await new Promise((passed) => setTimeout(passed, wait));
      return this.#patiently(request, tries - 1);
    }
  }

  /** Asks for something to be done; whether it was. */
  async order(
    request: Request,
    remedy?: (problem: Problem) => Remedy | undefined,
    by: AnsweredBy = "else",
  ): Promise<boolean> {
    // Who does something has seen enough of what was before, and wants to see what comes of it.
    this.pace.hurry();
    this.#isAnswered = true;
    const of = ANSWERS.some((is) => is === request.is) ? by : undefined;
    const done = (await this.ask("done", request, remedy, of)) !== undefined;
    // What was complained about has been put right.
    if (done) this.notices = [];
    return done;
  }

  /** The game master takes back the last decision, or puts it in force again: one at a time, however fast it is wished for. */
  async turn(is: "undo" | "redo"): Promise<void> {
    if (this.#turning) return;
    this.#turning = true;
    try {
      await this.order({ is });
    } finally {
      this.#turning = false;
    }
  }

  /** The game master changes something, at the cost of the act in progress only when that was said. `retype` is given words that were perhaps meant, and `unread` why these were not understood. */
  async correct(
    words: string,
    retype?: (words: string) => void,
    unread?: (why: string) => void,
  ): Promise<boolean> {
    return this.order({ is: "correct", words, instead: false }, (problem) => {
      if (problem.is === "declined" && problem.why.because === "unread") unread?.(problem.why.message);
      if (problem.is === "declined" && problem.why.because === "unfit") {
        const take = () => void this.order({ is: "correct", words, instead: true });
        return { words: "Withdraw the act and set it", take };
      }
      return retype && didYouMean(problem, words, retype);
    });
  }

  complain(error: unknown, remedy?: (problem: Problem) => Remedy | undefined, of?: AnsweredBy): void {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error;
    // What happened first may be told of before it is seen.
    const isStale = problem.is === "stale";
    this.say(
      capital(sentence(problem)),
      isStale ? "plain" : "bad",
      remedy?.(problem),
      isStale ? undefined : of,
    );
  }

  say(text: string, tone: Notice["tone"] = "plain", remedy?: Remedy, of?: AnsweredBy): void {
    const notice: Notice = { id: ++this.#notice, tone, text, remedy, of };
    // What is said again stands there once, and of what is not taken only what came last.
    const isPast = (known: Notice) => tone === "bad" && known.tone === "bad" && known.of === of;
    const others = this.notices.filter((known) => known.text !== text && !isPast(known));
    this.notices = [...others, notice].slice(-NOTICES_MAX);
    // What stands at its line is in nobody's way.
    if (of === "line") return;
    setTimeout(() => this.unsay(notice.id), NOTICE_LASTS);
  }

  unsay(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** What was complained about in an answer is no matter any more. */
  settle(): void {
    if (this.notices.some(({ of }) => of !== undefined)) {
      this.notices = this.notices.filter(({ of }) => of === undefined);
    }
  }

  #questions(): Question[] {
    const { standing } = this.known;
    if (standing.is !== "asks") return [];
    // Those that the fight waits for come first; those of one's own before those of others that one may answer for.
    const rank = (question: Question) => Number(!question.must) + 2 * Number(this.#isOthers(question.who));
    return standing.questions.toSorted((one, other) => rank(one) - rank(other));
  }

  /** Whether a player sits at the table who plays the creature. */
  #isOthers(who: CreatureId): boolean {
    return this.isMaster && this.playersHere(who).length > 0;
  }

  #players(who: CreatureId): Person[] {
    return this.known.people.filter(({ role, creatures }) => role === "player" && creatures.includes(who));
  }

  /** The names of the players who play the creature. */
  playersOf(who: CreatureId): string[] {
    return this.#players(who).map(({ name }) => name || "a player");
  }

  /** The names of those of them who sit at the table now. */
  playersHere(who: CreatureId): string[] {
    const here = this.#players(who).filter(({ here }) => here);
    return here.map(({ name }) => name || "a player");
  }

  /** The names of the players who play the creature, where none of them is here. */
  playersAway(who: CreatureId): string[] {
    return this.playersHere(who).length > 0 ? [] : this.playersOf(who);
  }

  #welcome(info: TableInfo, seat: Seat, occasions: Occasion[]): void {
    this.info = info;
    this.seat = seat;
    this.occasions = occasions;
    const { id, name, system_name: system } = info;
    const { token, called } = this;
    const kept = rememberTable({ id, name, system, role: seat.role, token, called, at: Date.now() });
    if (!kept) this.say("There is no room in this browser to keep the link to this table: keep its address.");
  }

  #lay(update: Update): void {
    const fresh = happened([], this.known, update);
    const isFirst = this.#isAnswered && (fresh.length > 0 || (update.progress ?? []).length > 0);
    this.#settled = isFirst ? fresh : happened(this.#settled, this.known, update);
    if (isFirst) this.#isAnswered = false;
    const [turned, { standing }] = [isSteppedIn(this.known, update), this.known];
    if (turned) this.turned++;
    this.known = lay(this.known, update);
    this.#keepStand(stand(this.known));
    // What was complained about is no longer what is asked.
    if (turned || asks(standing) !== asks(this.known.standing)) this.settle();
    this.ready = true;
  }

  #keepStand(stood: string): void {
    if (stood === this.#stood) return;
    this.#stood = stood;
    rememberStand(this.token, stood);
  }

  #state(state: LineState, problem?: Problem): void {
    this.line = state;
    const words = problem && sentence(problem);
    if (state === "refused") this.refusal = words;
    else this.trouble = words;
  }
}
