// A creature that is about to join the fight: its entry, as the builder has entries.

import { moreToFind, quoted, Refused, writeToml, type Schema, type Tree } from "../connection/http";
import { known, type Entries } from "../builder/entries";
import type { Names } from "../builder/names";
import {
  countOf,
  creatures,
  freeName,
  sized,
  squares,
  withAt,
  withKind,
  type Branch,
  type Path,
} from "../builder/tree";
import type { Declined } from "../protocol/Declined";
import type { Table } from "../state/table.svelte";

/** Places as they may be typed. */
const EXAMPLES = ["4,7", "5,7", "6,7"];

export class Newcomer implements Entries {
  tree: Tree = $state.raw({ creature: [] });
  kinds: Map<string, Branch> = $state.raw(new Map());
  scenarioSchema: Schema = $state.raw({});
  order: string[] = $state.raw([]);
  names: Names = $state.raw(new Map());
  hidden = $state(false);
  /** What is wrong with it, as the server says. */
  mistakes: string[] = $state.raw([]);
  /** Whether it could join if the act in progress were withdrawn. */
  isUnfit = $state(false);
  joining = $state(false);

  readonly #table: Table;

  entries = $derived(creatures(this.tree));
  sides = $derived.by(() => this.#table.known.sides);
  count = $derived(countOf(this.entries[0] ?? {}));
  /** Where it stands, or each of the group, as columns and rows. */
  squares = $derived(squares(this.entries[0] ?? {}));
  /** What may stand in the line for places. */
  example = $derived(EXAMPLES.slice(0, this.count).join(" "));
  places = $derived(this.squares.map((square) => square.join(",")).join(" "));

  constructor(table: Table) {
    this.#table = table;
  }

  async load(system: string): Promise<void> {
    try {
      const { schema, kinds, order, names } = await known(system);
      this.scenarioSchema = schema;
      this.order = order;
      this.names = names;
      this.kinds = kinds;
      if (this.entries.length === 0) this.begin();
    } catch (error) {
      this.#table.complain(error);
    }
  }

  /** An entry of the first kind, for the last side, with a name that nobody has. */
  begin(): void {
    const kind = String(this.entries[0]?.kind ?? [...this.kinds.keys()][0] ?? "");
    const side = String(this.entries[0]?.side ?? this.sides.at(-1) ?? "");
    this.tree = { creature: [{ name: freeName(this.#taken, kind), kind, side }] };
    this.mistakes = [];
    this.isUnfit = false;
  }

  /** Whose names it cannot have. */
  get #taken(): Branch[] {
    return this.#table.known.creatures.map(({ name }) => ({ name }));
  }

  turnInto(entry: number, kind: string): void {
    const one = this.entries[entry];
    if (one) this.set(["creature", entry], withKind(one, kind, this.#taken, this.kinds));
  }

  set(path: Path, value: Tree | undefined): void {
    this.tree = withAt(this.tree, path, value);
  }

  resize(entry: number, count: number): void {
    const one = this.entries[entry];
    if (one && count !== countOf(one)) this.set(["creature", entry], sized(one, count));
  }

  /** `3,4`, or one such place for each of a group. */
  stand(words: string): void {
    const all = [...words.matchAll(/(-?\d+)\s*,\s*(-?\d+)/g)].map((found) => [
      Number(found[1]),
      Number(found[2]),
    ]);
    this.standAt(all);
  }

  standAt(squares: number[][]): void {
    this.set(["creature", 0, "at"], this.count > 1 ? squares : squares[0]);
  }

  /** What is wrong with where they stand: of several each has a square of its own. */
  get #misplaced(): string | undefined {
    const [count, given] = [this.count, this.squares.length];
    if (given === 0 || given === count) return undefined;
    const [creatures, places] = [
      count === 1 ? "1 creature joins" : `${count} creatures join`,
      given === 1 ? "1 place is given" : `${given} places are given`,
    ];
    return `${creatures}, and ${places}: each has one of its own, as in ${this.example}`;
  }

  /** Whether it has joined; with `instead` at the cost of the act in progress. */
  async join(instead = false): Promise<boolean> {
    const misplaced = this.#misplaced;
    if (misplaced !== undefined) {
      this.mistakes = [misplaced];
      return false;
    }
    this.joining = true;
    try {
      const { text } = await writeToml(this.tree);
      if (instead && !(await this.#withdraw())) return false;
      await this.#table.tryTo("done", { is: "join", entries: text, hidden: this.hidden });
      this.begin();
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.joining = false;
    }
  }

  /** Whether the act in progress is out of the way: one that happens by itself cannot be withdrawn. */
  async #withdraw(): Promise<boolean> {
    try {
      await this.#table.tryTo("done", { is: "withdraw" });
      return true;
    } catch (error) {
      if (!isDeclined(error, "nothing")) throw error;
      this.isUnfit = false;
      const way = "This act cannot be withdrawn: undo what was decided in it, or wait until it is over.";
      this.mistakes = [...this.mistakes, way];
      return false;
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error;
    this.isUnfit = isDeclined(error, "unfit");
    this.mistakes =
      problem.is === "mistakes"
        ? [
            ...problem.mistakes.map(({ message, hint }) =>
              quoted([message, hint].filter(Boolean).join("; ")),
            ),
            ...moreToFind(problem),
          ]
        : [error.message];
  }
}

const isDeclined = (error: unknown, because: Declined["because"]): boolean =>
  error instanceof Refused && error.problem.is === "declined" && error.problem.why.because === because;
