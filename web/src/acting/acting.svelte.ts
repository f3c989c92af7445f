// What whoever sits here is about to do: for which creature, which act, aimed at what.

import { cellKey } from "../board/geometry";
import type { Cell } from "../protocol/Cell";
import type { CreatureId } from "../protocol/CreatureId";
import type { Group } from "../protocol/Group";
import type { Impossible } from "../protocol/Impossible";
import type { Question } from "../protocol/Question";
import type { Request } from "../protocol/Request";
import { didYouMean, type Table } from "../state/table.svelte";
import type { Problem } from "../protocol/Problem";
import { Aiming } from "./aiming.svelte";
import { Foresight } from "./foresight.svelte";
import { Passing, toldSoFar } from "./passing.svelte";
import { Stake } from "./stake.svelte";
import { keepAnswers, keptAnswers, type Committed } from "./secret";
import {
  actName,
  arrange,
  byCell,
  byTarget,
  capital,
  inWords,
  keyOf,
  owners,
  typed,
  withNames,
  GROUPS,
  type Action,
  type Choice,
} from "./arrange";

/** Kinds of acts that have odds where they are aimed at a place. */
const AT_PLACES: readonly Group[] = ["attack", "maneuver", "magic"];

/** So many things that a place may mean are named. */
const WAYS_MAX = 3;

function wayWords({ label, cost, distance }: Choice, unit: string): string {
  const parts = [distance === null ? "" : `${distance} ${unit}`, cost ?? ""].filter((part) => part !== "");
  return parts.length > 0 ? `${label} (${parts.join(", ")})` : label;
}

const offeredTo = ({ who, window }: Question) => `${who} ${window}`;

export class Acting {
  /** The creature whose question is looked at; without one the first that is asked. */
  wanted: CreatureId | undefined = $state();
  actions: Action[] = $state.raw([]);
  /** What one might look for and cannot do now. */
  impossible: Impossible[] = $state.raw([]);
  loading = $state(false);
  group: Group | undefined = $state();
  /** The group that was chosen by hand. */
  #wished: Group | undefined;
  action: Action | undefined = $state.raw();
  /** What a place or a creature that was pointed at may mean. */
  candidates: Choice[] = $state.raw([]);
  choice: Choice | undefined = $state.raw();
  /** What is said where something was pointed at that nothing can be aimed at. */
  missed = $state("");
  sending = $state(false);
  /** Grows whenever whoever sits here is led to what is prepared. */
  led = $state(0);
  /** What was prepared and done last. */
  performed: Choice | undefined = $state.raw();
  /** Whether whoever sits here has decided anything yet. */
  decided = $state(false);
  /** What was answered here in secret, and at which moment. */
  #committed: Committed[] = $state.raw([]);
  /** What of it still holds: nobody else has been told of it, and the game master has not stepped in. */
  meant = $derived(this.#committed.filter(({ told, turned }) => this.#isMoment(told, turned)));
  /** Whether nothing can be decided just now. */
  isShut = $derived.by(() => this.sending || this.table.isHeld);

  question: Question | undefined = $derived.by(() => {
    const all = this.table.questions;
    const wanted = all.find((question) => question.who === this.wanted);
    // For what the fight waits comes before what one may do if one likes.
    return wanted ?? all.find((question) => question.must) ?? all[0];
  });
  /** Everything that can be done but what silence means: that has a button of its own. */
  choices: Choice[] = $derived.by(() => {
    const silence = this.question?.silence;
    return this.actions.flatMap((action) => action.choices).filter((choice) => choice.words !== silence);
  });
  groups = $derived(GROUPS.filter((group) => this.choices.some((choice) => choice.group === group)));
  /** What cannot be done, of the kind that is looked at; with the last kind also what is of kinds of which nothing can be done. */
  refused = $derived.by(() => {
    const isLast = this.group === undefined || this.group === this.groups.at(-1);
    return this.impossible.filter(
      ({ group }) => group === this.group || (isLast && !this.groups.includes(group)),
    );
  });
  /** The acts of the kind that is looked at; those that could only be aimed at friends come last. */
  #shown = $derived.by(() => {
    const isShown = ({ group, choices }: Action) =>
      group === this.group && (choices.length > 1 || choices[0]?.words !== this.question?.silence);
    const isAgainstFriends = ({ choices }: Action) =>
      Number(choices.every((choice) => this.isFriend(choice)));
    return this.actions.filter(isShown).sort((one, other) => isAgainstFriends(one) - isAgainstFriends(other));
  });
  /** Those of them that are looked for, and those that are aimed at nothing but things and friends. */
  shown = $derived(this.#shown.filter((action) => !this.#isAside(action)));
  special = $derived(this.#shown.filter((action) => this.#isAside(action)));
  /** What the board takes as an answer: the aims of the action that is chosen, or everything where none is. */
  aims: Choice[] = $derived(
    this.action ? this.action.choices : this.actions.flatMap((action) => action.choices),
  );
  #ways = $derived(byCell(this.choices.filter(({ group }) => group === "move")));
  #anyTargets = $derived(byTarget(this.choices));
  /** Whether one is asked for nothing but a place. */
  #isWhere = $derived(
    this.choices.length > 0 && this.choices.every(({ place, targets }) => place && targets.length === 0),
  );
  /** Whether the act that is open is aimed at places, and does not lead there. */
  #isPlaced = $derived(
    this.action !== undefined &&
      this.action.group !== "move" &&
      this.action.choices.some(({ place, targets }) => place && targets.length === 0),
  );
  /** Whether places are what is looked for: those of the act that is chosen, or of moves. */
  isForPlaces = $derived(this.action !== undefined || this.#isWhere || this.group === "move");
  cells = $derived(this.action || this.#isWhere ? byCell(this.aims) : this.#ways);
  targets = $derived(byTarget(this.aims));
  /** The acts among which somebody to aim at is being chosen. */
  listed: Choice[] = $derived(
    [...(this.action?.choices ?? []), ...this.candidates].filter(
      ({ group, isGuess, targets }) => group !== "move" && !isGuess && targets.length > 0,
    ),
  );

  /** The number of the update for which the offers are. */
  #seen = 0;
  #asked = 0;
  /** Grows with whatever is chosen or pointed at: an answer about a place that was pointed at before comes too late. */
  #aimed = 0;
  /** Whose offers these are, and to what kind of question. */
  #offered: string | undefined = $state();
  /** Whether these are not the offers of what is asked now: they are still looked up. */
  isStale = $derived(this.question !== undefined && this.#offered !== offeredTo(this.question));

  /** What the act that is prepared would come to. */
  readonly foresight = new Foresight(this);
  /** What there is to tell of those who may be aimed at. */
  readonly aiming = new Aiming(this);
  /** Letting pass what others do. */
  readonly passing = new Passing(this);
  /** What comes of letting it pass. */
  readonly stake: Stake;

  constructor(readonly table: Table) {
    this.#committed = keptAnswers(table.token);
    this.stake = new Stake(table);
  }

  /** A choice as people read it. */
  words = (choice: Choice): string => {
    const named = choice.targets.map((target) => this.table.name(target));
    const all = this.table.known.creatures.map(({ name }) => name);
    return inWords(choice, [...named, ...owners(choice, all)]);
  };

  /** Why something cannot be done, with whoever is asked as they are told of. */
  told(message: string): string {
    const who = this.question?.who;
    return capital(withNames(message, who === undefined ? [] : [this.table.name(who)]));
  }

  /** Whether a choice is aimed at somebody else of the own side. */
  isFriend({ targets: [target] }: Choice): boolean {
    const who = this.question?.who;
    if (target === undefined || who === undefined || target === who) return false;
    return this.table.creature(target)?.side === this.table.creature(who)?.side;
  }

  #isAside = ({ choices }: Action) => choices.every((choice) => this.isSpecial(choice));

  /** Whether a choice is an attack on a thing, or is aimed at somebody of the own side who would be harmed by it. */
  isSpecial(choice: Choice): boolean {
    const isHarm = choice.group === "attack" || choice.group === "maneuver";
    return choice.isThing || (isHarm && this.isFriend(choice));
  }

  /** Asks for what the creature that is asked may do. What was chosen stays chosen as far as it is still possible. */
  async load(question: Question): Promise<void> {
    const asked = ++this.#asked;
    this.loading = true;
    const reply = await this.table.ask("offers", { is: "offers", who: question.who });
    if (asked !== this.#asked) return;
    this.loading = false;
    if (!reply) return;
    this.#seen = reply.seen;
    this.actions = arrange(reply.groups, this.#names());
    this.impossible = reply.impossible;
    this.#keep(offeredTo(question));
  }

  /** What creatures are called in acts, where names stand as they were typed. */
  #names(): string[] {
    const names = this.table.known.creatures.map(({ name }) => name);
    return names.flatMap((name) => [name, name.charAt(0).toLowerCase() + name.slice(1)]);
  }

  #keep(offered: string): void {
    const { action, choice } = this;
    const isSame = this.#offered === offered;
    this.#offered = offered;
    const found = isSame ? this.actions.find((one) => one.key === action?.key) : undefined;
    const again = this.actions.flatMap((one) => one.choices).find((one) => one.words === choice?.words);
    if (isSame && choice && again) {
      this.action = found;
      this.choice = again;
      this.candidates = [];
      if (this.foresight.odds.is !== "none") void this.foresight.askOdds();
      return;
    }
    // What one did last says nothing about what another one wants to do.
    if (!isSame) this.#wished = undefined;
    this.reset();
    // What has nothing to be aimed at would only keep the board from taking anything else.
    this.action = found && found.choices.length > 1 ? found : undefined;
  }

  /** Nobody is asked. */
  unload(): void {
    this.#asked++;
    this.loading = false;
    this.actions = [];
    this.impossible = [];
    this.#offered = undefined;
    this.reset();
  }

  reset(): void {
    this.action = undefined;
    this.#drop();
    const isThere = this.#wished !== undefined && this.groups.includes(this.#wished);
    this.group = isThere ? this.#wished : this.#likeliest();
  }

  /** What is looked for first: a defence against what is done to oneself, or an attack, but not where there is nobody to attack but friends. */
  #likeliest(): Group | undefined {
    const who = this.question?.who;
    const { underway } = this.table.known.time;
    const isAimedAt =
      who !== undefined && underway.some((action) => action.who !== who && action.names.includes(who));
    if (isAimedAt && this.groups.includes("defend")) return "defend";
    const isAttack = (choice: Choice) => choice.group === "attack" && !this.isSpecial(choice);
    return this.choices.some(isAttack) ? "attack" : this.groups[0];
  }

  pickGroup(group: Group): void {
    this.#wished = group;
    this.group = group;
    this.action = undefined;
    this.#drop();
  }

  pickAction(action: Action): void {
    this.#drop();
    this.action = action;
    const [only, ...others] = action.choices;
    if (only && others.length === 0) this.prepare(only);
  }

  /** Something on the board was pointed at. What the open act cannot be aimed at may be meant for another. */
  pickCell(cell: Cell): void {
    const key = cellKey(cell);
    const listed = this.cells.get(key);
    const way = this.#ways.get(key);
    this.missed = "";
    // Not every place is listed that an act can be aimed at: whoever has chosen one does not mean a move.
    if (!this.#pick(listed ?? (this.#isPlaced ? [] : way) ?? [])) void this.#aimAt(cell, way);
  }

  /** What is not listed for a place may be possible there all the same: a longer way, the act that is open. Otherwise it is said why not. */
  async #aimAt(place: Cell, others: Choice[] = []): Promise<void> {
    const asked = ++this.#aimed;
    const { question, action } = this;
    if (!question) return;
    const reply = await this.table.ask("offers", { is: "aimed-at", who: question.who, place });
    if (!reply || asked !== this.#aimed || question !== this.question) return;
    const found = arrange(reply.groups, this.#names());
    const same = found.find((one) => one.key === action?.key);
    if (same && this.#pick(same.choices)) return;
    const isMeant = (one: Impossible) =>
      action ? keyOf(one) === action.key || actName(one.label) === action.label : one.group === "move";
    const refused = reply.impossible.find(isMeant);
    const ways = found.filter(({ group }) => group === "move").flatMap((one) => one.choices);
    const isOther = this.#pick(action ? others : ways);
    if (isOther && !action) return;
    const otherwise = isOther
      ? "The act that was chosen cannot be aimed there: this is another one."
      : "Nothing can be done there now.";
    this.missed = refused ? `${this.told(refused.message)}.` : otherwise;
  }

  pickCreature(who: CreatureId): boolean {
    const aims = this.targets.get(who);
    const isWay = ({ group }: Choice) => Number(group === "move");
    const found = (aims ?? this.#anyTargets.get(who) ?? []).toSorted(
      (one, other) => isWay(one) - isWay(other),
    );
    const place = this.table.creature(who)?.space?.at;
    // An area is aimed at where somebody stands.
    if (!aims && this.#isPlaced && place) {
      this.missed = "";
      void this.#aimAt(place, found);
      return true;
    }
    const isTaken = this.#pick(found);
    if (!isTaken) this.#aimed++;
    // Without an act to aim whoever points at a creature may only want to look at it.
    const isMissed = !isTaken && this.action !== undefined;
    this.missed = isMissed ? `Nothing can be done to ${this.table.name(who)} now.` : "";
    return isTaken;
  }

  /** Several choices are meant: one of them is to be chosen. */
  offer(choices: Choice[]): void {
    const [only, ...others] = choices;
    if (only && others.length === 0) this.prepare(only);
    else {
      this.#drop();
      this.candidates = choices;
    }
  }

  #pick(found: Choice[]): boolean {
    const [only, ...others] = found;
    if (!only) return false;
    if (others.length === 0) {
      // Who points at the same again is led to the button that does it: nothing is done by pointing alone.
      if (this.choice?.words === only.words) this.led++;
      else this.prepare(only);
      return true;
    }
    this.#drop();
    this.candidates = found;
    return true;
  }

  prepare(choice: Choice): void {
    const candidates = this.candidates.includes(choice) ? this.candidates : [];
    this.#drop();
    this.candidates = candidates;
    this.choice = choice;
    void this.foresight.preview(choice);
    const isAnswer = this.question !== undefined && this.question.window !== "turn";
    const isAimed = choice.targets.length > 0 || (choice.place !== null && AT_PLACES.includes(choice.group));
    // The odds of a guess would tell whether it is right.
    if (choice.group !== "move" && !choice.isGuess && (isAimed || isAnswer)) void this.foresight.askOdds();
  }

  /** Prepares what was typed, listed or not; whether it can be done. `retype` is given the words that were perhaps meant. */
  async prepareTyped(words: string, retype: (words: string) => void): Promise<boolean> {
    const { question } = this;
    if (!question) return false;
    const asked = ++this.#aimed;
    const listed = this.#listed(words);
    const remedy = (problem: Problem) => didYouMean(problem, words, retype);
    const request: Request = { is: "preview", who: question.who, words };
    if (listed) this.table.settle();
    else if (!(await this.table.ask("preview", request, remedy, "line"))) return false;
    if (asked !== this.#aimed || question !== this.question) return false;
    const choice = listed ?? typed(words);
    if (this.choice?.words === choice.words) this.led++;
    else this.prepare(choice);
    if (this.foresight.odds.is === "none") void this.foresight.askOdds();
    return true;
  }

  #listed(words: string): Choice | undefined {
    const all = this.actions.flatMap((action) => action.choices);
    return all.find((choice) => choice.words === words.toLowerCase());
  }

  /** Shows what an act covers that would be aimed at a place on the board, where an act is chosen that can be aimed at it, be it listed or not. */
  lookAt(cell: Cell | undefined): void {
    const aims = this.action && cell ? this.cells.get(cellKey(cell)) : undefined;
    if (aims || !cell || !this.#isPlaced) this.foresight.glance(aims?.[0]);
    else void this.foresight.glanceAt(() => this.#farther(cell));
  }

  /** The open act, aimed at a place that is not listed for it. */
  async #farther(place: Cell): Promise<Choice | undefined> {
    const { question, action } = this;
    if (!question || !action) return undefined;
    const groups = await this.foresight.unlessRefused("offers", { is: "aimed-at", who: question.who, place });
    const found = arrange(groups?.groups ?? [], this.#names());
    return found.find((one) => one.key === action.key)?.choices[0];
  }

  /** What choosing a place would mean, in words. */
  meaning(cell: Cell, unit: string): string {
    const choices = this.cells.get(cellKey(cell)) ?? [];
    const ways = new Set(choices.map((choice) => wayWords(choice, unit)));
    const shown = [...ways].slice(0, WAYS_MAX);
    return [...shown, ...(ways.size > shown.length ? [`${ways.size - shown.length} more`] : [])].join(" · ");
  }

  async perform(): Promise<void> {
    const { choice } = this;
    if (choice && (await this.do(choice.words))) this.performed = choice;
  }

  /** Does what the words say for the creature that is asked; `retype` is given the words that were perhaps meant. */
  async do(words: string, retype?: (words: string) => void): Promise<boolean> {
    const { question } = this;
    if (!question || this.isShut) return false;
    const remedy = retype && ((problem: Problem) => didYouMean(problem, words, retype));
    const { who, secret } = question;
    const [shown, told, { turned, token }] = [this.#listed(words), toldSoFar(this.table), this.table];
    const done = await this.#send(() =>
      this.table.order({ is: "act", who, words, seen: this.#seen }, remedy, retype && "line"),
    );
    if (done && secret) {
      const others = this.#committed.filter((one) => one.who !== who);
      this.#committed = [...others, { who, words: shown ? this.words(shown) : words, told, turned }];
      keepAnswers(token, this.#committed);
    }
    return done;
  }

  /** What is left to whoever would end their turn, in words: `2 actions`; nothing where nothing is, or nothing is counted. */
  unused({ who, window }: Question): string | undefined {
    if (window !== "turn") return undefined;
    const row = this.table.known.time.rows.find((row) => row.active && row.who === who);
    // What a turn is made of comes first among what there is to spend.
    const [name, left] = row?.pips[0] ?? ["", 0];
    if (left === 0) return undefined;
    return `${left} ${left === 1 ? name.replace(/s$/, "") : name}`;
  }

  async pass(question: Question): Promise<boolean> {
    if (this.isShut) return false;
    const seen = this.table.known.number;
    // Who lets it pass is not asked first any more.
    if (this.wanted === question.who) this.wanted = undefined;
    return this.#send(() => this.table.order({ is: "pass", who: question.who, seen }));
  }

  #isMoment = (told: number, turned: number) =>
    told === toldSoFar(this.table) && turned === this.table.turned;

  async #send(order: () => Promise<boolean>): Promise<boolean> {
    this.#aimed++;
    this.sending = true;
    const done = await order();
    this.sending = false;
    if (done) {
      this.decided = true;
      this.#drop();
    }
    return done;
  }

  #drop(): void {
    this.#aimed++;
    this.missed = "";
    this.candidates = [];
    this.choice = undefined;
    this.foresight.forget();
  }
}
