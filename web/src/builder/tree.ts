// Scenarios as trees: what changes is made anew, what does not stays the same.

import type { Tree } from "../connection/http";

export type Branch = { [key: string]: Tree };
export type Path = readonly (string | number)[];

export const isBranch = (tree: Tree | undefined): tree is Branch =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree);

export function at(tree: Tree | undefined, path: Path): Tree | undefined {
  let found = tree;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === "number") found = found[step];
    else if (isBranch(found)) found = found[String(step)];
    else return undefined;
  }
  return found;
}

/** The tree with something else at a path; with nothing there where the value is `undefined`. */
export function withAt(tree: Tree | undefined, path: Path, value: Tree | undefined): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (typeof step === "number") return withItem(Array.isArray(tree) ? tree : [], step, rest, value);
  const branch: Branch = isBranch(tree) ? { ...tree } : {};
  const below = rest.length === 0 ? value : withAt(branch[step], rest, value);
  if (below === undefined) delete branch[step];
  else branch[step] = below;
  return branch;
}

function withItem(list: Tree[], step: number, rest: Path, value: Tree | undefined): Tree[] {
  if (rest.length === 0 && value === undefined) return list.filter((_, place) => place !== step);
  const next = list.slice();
  next[step] = rest.length === 0 ? (value as Tree) : withAt(list[step], rest, value);
  return next;
}

/** The entries for creatures. */
export function creatures(tree: Tree): Branch[] {
  const list = at(tree, ["creature"]);
  return Array.isArray(list) ? list.filter(isBranch) : [];
}

export const countOf = (entry: Branch) => Math.max(1, typeof entry.count === "number" ? entry.count : 1);

/** To which entry the creatures belong, in their order, and which of its group each is. */
export function roster(entries: readonly Branch[]): { entry: number; member: number }[] {
  return entries.flatMap((one, entry) =>
    Array.from({ length: countOf(one) }, (_, member) => ({ entry, member })),
  );
}

const isSquare = (tree: Tree | undefined): tree is number[] =>
  Array.isArray(tree) && tree.every((part) => typeof part === "number");

/** The squares of an entry, one for each of its group as far as they are given. */
export function squares(entry: Branch): number[][] {
  if (isSquare(entry.at)) return [entry.at];
  return Array.isArray(entry.at) ? entry.at.filter(isSquare) : [];
}

/** The entry with one of its group on another square. */
export function placed(entry: Branch, member: number, square: number[]): Branch {
  const count = countOf(entry);
  if (count === 1) return { ...entry, at: square };
  const known = squares(entry);
  const all = Array.from({ length: count }, (_, index) => known[index] ?? known.at(-1) ?? square);
  all[member] = square;
  return { ...entry, at: all };
}

/** The entry for so many; a single one stands where the first of them stood. */
export function sized(entry: Branch, count: number): Branch {
  const { count: _, at: place, ...rest } = entry;
  const first = Array.isArray(place) && Array.isArray(place[0]) ? place[0] : place;
  const next: Branch = count > 1 ? { ...rest, count } : rest;
  if (place !== undefined) next.at = count > 1 ? place : (first as Tree);
  return next;
}

/** A name that nobody has yet: the kind, with a letter from b on. */
export function freeName(entries: readonly Branch[], kind: string): string {
  const taken = new Set(entries.map((entry) => String(entry.name).toLowerCase()));
  if (!taken.has(kind.toLowerCase())) return kind;
  // A number at the end would be taken for that of one of a group.
  const letters = "bcdefghijklmnopqrstuvwxyz";
  const free = [...letters].find((letter) => !taken.has(`${kind} ${letter}`.toLowerCase()));
  return `${kind} ${free ?? "z"}`;
}

/** What a kind says of itself, and entries do not say. */
const OF_KIND = new Set(["name", "about"]);

/** The entry as one of another kind; without a kind it keeps in its own words what it had from it. Where its name was that of its kind, it is named after the new one. */
export function withKind(
  entry: Branch,
  kind: string,
  taken: readonly Branch[],
  kinds: ReadonlyMap<string, Branch>,
): Branch {
  const [name, before] = [String(entry.name ?? ""), String(entry.kind ?? "")];
  if (kind === "") return writtenOut(entry, kinds.get(before) ?? {});
  const isOfKind = before !== "" && (name === before || /^ [b-z]$/.test(name.replace(before, "")));
  const changed: Branch = { ...withoutSame(entry, kinds.get(kind) ?? {}), kind };
  return isOfKind ? { ...changed, name: freeName(taken, kind) } : changed;
}

function writtenOut(entry: Branch, kind: Branch): Branch {
  const kept = Object.entries(kind).filter(([key]) => !OF_KIND.has(key));
  const { kind: _, ...rest } = { ...Object.fromEntries(kept), ...entry };
  return rest;
}

/** The entry without what it would have from the kind in any case. */
function withoutSame(entry: Branch, kind: Branch): Branch {
  const isSame = (key: string, value: Tree) =>
    !OF_KIND.has(key) && JSON.stringify(value) === JSON.stringify(kind[key]);
  return Object.fromEntries(Object.entries(entry).filter(([key, value]) => !isSame(key, value)));
}

/** The tree with other sides. Where there are as many as before, those of a side that is called otherwise now stay on it. */
export function withSides(tree: Tree, before: readonly string[], sides: readonly string[]): Tree {
  const next = withAt(tree, ["sides"], [...sides]);
  if (sides.length !== before.length) return next;
  const renamed = (name: string) => {
    const place = sides.includes(name) ? -1 : before.indexOf(name);
    return sides[place] ?? name;
  };
  const list = at(next, ["creature"]);
  if (!Array.isArray(list)) return next;
  const stays = (entry: Tree): Tree =>
    isBranch(entry) && typeof entry.side === "string" ? { ...entry, side: renamed(entry.side) } : entry;
  const policies = at(next, ["policies"]);
  const kept = isBranch(policies)
    ? Object.fromEntries(Object.entries(policies).map(([side, policy]) => [renamed(side), policy]))
    : undefined;
  return withAt(withAt(next, ["creature"], list.map(stays)), ["policies"], kept);
}

export const OPEN = ".";
const SIZE = 20;
export const SIZE_MAX = 120;

/** The rows of the map as they are drawn, those that are not drawn as open ground. */
export function rowsOf(tree: Tree): string[] {
  const rows = at(tree, ["map", "rows"]);
  if (Array.isArray(rows)) return rows.map(String);
  const columns = at(tree, ["map", "columns"]);
  const count = typeof rows === "number" ? rows : SIZE;
  return Array.from({ length: count }, () => OPEN.repeat(typeof columns === "number" ? columns : SIZE));
}

/** The tree with these rows drawn; how many columns there are is said by them alone. */
export function withRows(tree: Tree, rows: readonly string[]): Tree {
  return withAt(withAt(tree, ["map", "columns"], undefined), ["map", "rows"], [...rows]);
}

/** Rows of another size: open ground is added, what lies outside is left off. */
export function resized(rows: readonly string[], columns: number, count: number): string[] {
  const wide = bounded(columns);
  return Array.from({ length: bounded(count) }, (_, row) =>
    (rows[row] ?? "").slice(0, wide).padEnd(wide, OPEN),
  );
}

/** How many cells on which something is drawn lie outside of a size. */
export function drawnOutside(rows: readonly string[], columns: number, count: number): number {
  const left = resized(rows, columns, count);
  const drawn = (all: readonly string[]) => [...all.join("")].filter((symbol) => symbol !== OPEN).length;
  return drawn(rows) - drawn(left);
}

const bounded = (size: number) => Math.min(SIZE_MAX, Math.max(1, Math.round(size) || 1));

/** Rows with another symbol at a place; the very same where nothing changes. */
export function painted(
  rows: readonly string[],
  column: number,
  row: number,
  symbol: string,
): readonly string[] {
  const line = rows[row];
  if (line === undefined || column < 0 || column >= line.length || line[column] === symbol) return rows;
  return rows.with(row, line.slice(0, column) + symbol + line.slice(column + 1));
}
