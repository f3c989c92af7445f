// An encounter that is being built: the tree of its scenario, what is wrong with it, how it looks, and who would win.

import { cellAt, columnRow, footprint } from "../board/geometry";
import {
  check,
  moreToFind,
  readToml,
  Refused,
  systems,
  winChances,
  writeToml,
  type Schema,
  type Tree,
} from "../connection/http";
import type { Chances } from "../protocol/Chances";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { Edge } from "../protocol/Edge";
import type { EdgeKind } from "../protocol/EdgeKind";
import type { Ground } from "../protocol/Ground";
import type { MapView } from "../protocol/MapView";
import type { Mistake } from "../protocol/Mistake";
import { lay, nothing, type Known } from "../state/lay";
import { keepDraft, keyFor, newKey } from "./drafts";
import { standing } from "./edges";
import { faultsOf } from "./faults";
import { known, type Entries } from "./entries";
import type { Names } from "./names";
import { around, freeSquare } from "./room";
import {
  at,
  countOf,
  creatures,
  freeName,
  isBranch,
  placed,
  roster,
  rowsOf,
  sized,
  squares,
  withAt,
  withKind,
  withSides,
  type Branch,
  type Path,
} from "./tree";

const CHECK_AFTER = 250;
const CHANCES_AFTER = 900;
const FIGHTS = 100;
const UNDO_MAX = 100;

/** What an encounter was before a change. */
interface Before {
  tree: Tree;
  draft: string | undefined;
}

export class Encounter implements Entries {
  tree: Tree = $state.raw({});
  /** Under which key it is kept in this browser, once something was changed: what is only looked at is not. */
  draft: string | undefined = $state();
  /** Whether it could not be kept in this browser. */
  unkept = $state(false);
  text = $state("");
  /** How the fight begins, as far as it can begin. */
  known: Known = $state.raw(nothing());
  mistakes: Mistake[] = $state.raw([]);
  /** That they may keep more from being found, where they do. */
  more: string[] = $state.raw([]);
  checking = $state(false);
  /** Whether the text is that of the tree, and right. */
  sound = $state(false);
  chances: Chances | undefined = $state.raw();
  /** Whether fights are played, or will be at once. */
  counting = $state(false);
  /** Why nobody knows who would win. */
  uncounted = $state("");
  complaint = $state("");
  /** The kinds of creatures that there are, with what they are. */
  kinds: Map<string, Branch> = $state.raw(new Map());
  scenarioSchema: Schema = $state.raw({});
  order: string[] = $state.raw([]);
  names: Names = $state.raw(new Map());
  /** Why there are no hexes; nothing where there are. */
  noHexes = $state("");
  /** The entry that is looked at. */
  chosen: number | undefined = $state();

  entries = $derived(creatures(this.tree));
  system = $derived(String(at(this.tree, ["system"]) ?? ""));
  roster = $derived(roster(this.entries));
  sides = $derived.by(() => {
    const listed = at(this.tree, ["sides"]);
    // A side that is listed twice is a mistake which the server tells; here it is one.
    if (Array.isArray(listed)) return [...new Set(listed.map(String))];
    return [...new Set(this.entries.map((entry) => String(entry.side ?? "")).filter((side) => side !== ""))];
  });

  /** The only side that anybody is on: then nobody can win. */
  onlySide = $derived.by(() => {
    const [side, ...others] = new Set(this.entries.map((entry) => String(entry.side ?? "")));
    return others.length === 0 ? side : undefined;
  });

  /** The ground as the server sees it; while it refuses the scenario, as far as rows and legend say. */
  map: MapView = $derived.by(() => {
    const { map } = this.known;
    const rows = rowsOf(this.tree);
    const isSame = map?.rows === rows.length && map.columns === rows[0]?.length;
    if (map && isSame && this.sound) return map;
    return drawnOnly(this.tree, map);
  });

  /** The creatures as the server sees them; while it refuses the scenario, where it says that they stand. */
  creatures: CreatureSeen[] = $derived.by(() => {
    const { creatures } = this.known;
    return this.sound ? creatures : placedAnew(creatures, this.entries, this.map.hexes);
  });

  #before: Before[] = [];
  #stroke: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();
  #loaded = "";
  /** The tree that is kept. */
  #kept: Tree | undefined;

  /** Begins with a scenario as text; with `kept` it is kept though nothing was changed yet. What is wrong with it, where it cannot be built on: then all is as it was. */
  async read(text: string, kept = false): Promise<string[]> {
    try {
      const tree = await buildable(text);
      this.begin(tree, kept ? keyFor(tree) : undefined);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return faultsOf(error.problem);
    }
  }

  /** Begins with another scenario; what was there before can still be had back. */
  begin(tree: Tree, draft?: string): void {
    this.#before = this.system === "" ? [] : this.#withBefore();
    this.#stroke = undefined;
    this.tree = tree;
    this.draft = draft;
    this.chosen = this.entries.length > 0 ? 0 : undefined;
    void this.#load();
    this.#changed(0);
  }

  #withBefore(): Before[] {
    return [...this.#before, { tree: this.tree, draft: this.draft }].slice(-UNDO_MAX);
  }

  /** An empty field with nobody on it. */
  empty(system: string): void {
    const rows = Array.from({ length: 14 }, () => ".".repeat(20));
    this.begin({ system, name: "Encounter", sides: ["heroes", "foes"], map: { rows }, creature: [] });
  }

  set(path: Path, value: Tree | undefined): void {
    this.change(withAt(this.tree, path, value));
  }

  setSides(sides: readonly string[]): void {
    this.change(withSides(this.tree, this.sides, sides));
  }

  /** Changes of one stroke are undone together. */
  change(tree: Tree, stroke?: number): void {
    this.draft ??= newKey();
    if (stroke === undefined || stroke !== this.#stroke) this.#before = this.#withBefore();
    this.#stroke = stroke;
    this.tree = tree;
    this.#changed(CHECK_AFTER);
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (before === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#stroke = undefined;
    this.tree = before.tree;
    this.draft = before.draft;
    void this.#load();
    this.#changed(CHECK_AFTER);
  }

  add(kind: string, side: string): void {
    const entry: Branch = { name: freeName(this.entries, kind), kind, side, at: this.#room(side) };
    this.set(["creature"], [...this.entries, entry]);
    this.chosen = this.entries.length - 1;
  }

  turnInto(entry: number, kind: string): void {
    const one = this.entries[entry];
    const others = this.entries.filter((_, place) => place !== entry);
    if (one) this.set(["creature", entry], withKind(one, kind, others, this.kinds));
  }

  remove(entry: number): void {
    this.set(["creature", entry], undefined);
    this.chosen = undefined;
  }

  copy(entry: number): void {
    const from = this.entries[entry];
    if (!from) return;
    const name = freeName(this.entries, String(from.kind ?? from.name));
    const side = String(from.side ?? "");
    const all: number[][] = [];
    while (all.length < countOf(from)) all.push(this.#room(side, [...squares(from), ...all]));
    const at = all.length > 1 ? all : (all[0] ?? null);
    this.set(["creature"], [...this.entries, { ...from, name, at }]);
    this.chosen = this.entries.length - 1;
  }

  place(entry: number, member: number, square: number[]): void {
    const known = this.entries[entry];
    if (known) this.set(["creature", entry], placed(known, member, square));
  }

  /** Whoever is more than there were finds a place, and is moved from there. */
  resize(entry: number, count: number): void {
    const one = this.entries[entry];
    if (!one || count === countOf(one)) return;
    const all = squares(one).slice(0, count);
    while (all.length < count) all.push(this.#room(String(one.side ?? ""), all));
    this.set(["creature", entry], { ...sized(one, count), at: count > 1 ? all : (all[0] ?? null) });
  }

  /** A square beside the first of the others, or in the side's half of the board, clear of those whom the server knows and of those it does not know yet. */
  #room(side: string, others: readonly number[][] = []): number[] {
    const { hexes } = this.map;
    const cells = this.known.creatures.flatMap(({ space }) => (space ? footprint(space, hexes) : []));
    const written = [...this.entries.flatMap(squares), ...others].flatMap(around);
    const taken = new Set([...cells.map((cell) => columnRow(cell, hexes).join()), ...written]);
    return freeSquare(rowsOf(this.tree), taken, this.sides.indexOf(side) % 2 === 0, others[0]);
  }

  async #load(): Promise<void> {
    const { system } = this;
    if (system === "" || system === this.#loaded) return;
    await this.#try(async () => {
      const { schema, kinds, order, names, noHexes } = await known(system);
      this.scenarioSchema = schema;
      this.order = order;
      this.names = names;
      this.noHexes = noHexes;
      this.kinds = kinds;
      this.#loaded = system;
    });
  }

  #changed(after: number): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.checking = true;
    this.counting = false;
    this.sound = false;
    this.#timer = setTimeout(() => void this.#check(signal), after);
  }

  /** Keeps what was changed; at once where the page is left. */
  keep(): void {
    if (this.draft === undefined || this.#kept === this.tree) {
      // Nothing waits to be kept, whatever could not be before.
      this.unkept = false;
      return;
    }
    this.unkept = !keepDraft(this.draft, this.tree);
    if (!this.unkept) this.#kept = this.tree;
  }

  async #check(signal: AbortSignal): Promise<void> {
    this.keep();
    try {
      const { text } = await writeToml(this.tree, signal);
      this.text = text;
      if (this.entries.length === 0) {
        // A field without anybody is a beginning, not a mistake.
        this.known = { ...nothing(), sides: this.sides };
        this.mistakes = [];
        this.more = [];
        this.chances = undefined;
        this.uncounted = "";
        return;
      }
      const { update } = await check(text, signal);
      this.known = lay(nothing(), update);
      this.mistakes = [];
      this.more = [];
      this.complaint = "";
      this.sound = true;
      if (this.onlySide !== undefined) {
        this.chances = undefined;
        this.uncounted = "";
        return;
      }
      this.counting = true;
      this.#timer = setTimeout(() => void this.#count(text, signal), CHANCES_AFTER);
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(error);
    } finally {
      if (!signal.aborted) this.checking = false;
    }
  }

  async #count(text: string, signal: AbortSignal): Promise<void> {
    this.uncounted = "";
    try {
      this.chances = await winChances(text, FIGHTS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      this.chances = undefined;
      this.uncounted = error.message;
    } finally {
      if (!signal.aborted) this.counting = false;
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.chances = undefined;
    const { problem } = error;
    if (problem.is === "mistakes") {
      this.mistakes = problem.mistakes;
      this.more = moreToFind(problem);
    } else this.complaint = error.message;
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** What a scenario holds that can be built on, with whatever mistakes: it names a system that there is. */
export async function buildable(text: string): Promise<Tree> {
  const [{ tree }, all] = await Promise.all([readToml(text), systems()]);
  const system = at(tree, ["system"]);
  // The server says what is the matter with its system.
  if (!all.some(({ id }) => id === system)) await check(text);
  return tree;
}

/** Creatures at the squares of their entries, as far as these are known to be theirs. */
export function placedAnew(
  creatures: readonly CreatureSeen[],
  entries: readonly Branch[],
  hexes: boolean,
): CreatureSeen[] {
  const members = roster(entries);
  return creatures.map((creature) => {
    const member = members[creature.id];
    const entry = member && entries[member.entry];
    const [column, row] = (entry && squares(entry)[member.member]) ?? [];
    const { space } = creature;
    if (members.length !== creatures.length || !space || column === undefined || row === undefined) {
      return creature;
    }
    const { 2: height } = space.at;
    const [x, y] = cellAt(column, row, hexes);
    return { ...creature, space: { ...space, at: height === undefined ? [x, y] : [x, y, height] } };
  });
}

/** A map as its rows and its legend say, where the server has not read it. */
function drawnOnly(tree: Tree, known: MapView | null): MapView {
  const rows = rowsOf(tree);
  const hexes = at(tree, ["map", "grid", "shape"]) === "hex";
  const { cell, unit } = known ?? { cell: 1, unit: "" };
  const symbols = [...rows.join("")];
  const edges = standing(at(tree, ["map", "edges"]), hexes).map(({ edge, kind }): [Edge, EdgeKind] => [
    edge,
    kind,
  ]);
  return {
    columns: rows[0]?.length ?? 0,
    rows: rows.length,
    hexes,
    cell,
    unit,
    signs: symbols.map((symbol) => (symbol === "#" ? "#" : ".")),
    ground: symbols.map((symbol) => groundOf(at(tree, ["map", "legend", symbol]))),
    edges,
    remarks: [],
  };
}

/** What a symbol means, as far as all systems say it in the same words. */
function groundOf(meaning: Tree | undefined): Ground {
  if (!isBranch(meaning)) return {};
  const { elevation, water, ice } = meaning;
  const number = (value: Tree | undefined) => (typeof value === "number" ? value : 0);
  return {
    elevation: number(elevation),
    water: number(water),
    ice: number(ice),
    solid: meaning.solid === true,
    difficult: meaning.difficult === true,
    fog: meaning.fog === true,
    dark: meaning.dark === true,
  };
}

/** The schema of the entries for creatures. */
export function creatureSchema(root: Schema): Schema {
  const list = at(root as Tree, ["properties", "creature", "items"]);
  return isBranch(list) ? list : {};
}
