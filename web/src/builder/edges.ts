// Walls, doors and the like between cells: single ones and straight runs in files, sides of cells on the board.

import type { Tree } from "../connection/http";
import { cellAt, cellKey, columnRow } from "../board/geometry";
import type { Cell } from "../protocol/Cell";
import type { Edge } from "../protocol/Edge";
import type { EdgeKind } from "../protocol/EdgeKind";
import { isBranch, type Branch } from "./tree";

export interface Standing {
  edge: Edge;
  kind: EdgeKind;
}

/** The same for both orders of the two cells. */
const keyOf = ([one, other]: Edge) => [one, other].map(cellKey).sort().join(" ");

const isSquare = (tree: Tree | undefined): tree is [number, number] =>
  Array.isArray(tree) && typeof tree[0] === "number" && typeof tree[1] === "number";

/** Every side on which something stands. Of a run that is none only the first side is known; what is not written as it should be is left out. */
export function standing(written: Tree | undefined, hexes: boolean): Standing[] {
  const found = new Map<string, Standing>();
  for (const entry of Array.isArray(written) ? written.filter(isBranch) : []) {
    for (const edge of run(entry, hexes)) {
      found.set(keyOf(edge), { edge, kind: String(entry.kind) as EdgeKind });
    }
  }
  return [...found.values()];
}

function run({ between, until }: Branch, hexes: boolean): Edge[] {
  const squares = Array.isArray(between) ? between.filter(isSquare) : [];
  const [one, other] = squares.map(([column, row]) => cellAt(column, row, hexes));
  if (!one || !other) return [];
  const end = isSquare(until) ? cellAt(until[0], until[1], hexes) : one;
  const [x, y] = [end[0] - one[0], end[1] - one[1]];
  const count = Math.max(Math.abs(x), Math.abs(y));
  const [right, down] = count === 0 ? [0, 0] : [x / count, y / count];
  if (!Number.isInteger(right) || !Number.isInteger(down)) return [[one, other]];
  const along = (cell: Cell, step: number): Cell => [cell[0] + right * step, cell[1] + down * step];
  return Array.from({ length: count + 1 }, (_, step) => [along(one, step), along(other, step)]);
}

/** The list with something on a side, or with nothing there. Straight runs of squares are written as such. */
export function withEdge(
  written: Tree | undefined,
  edge: Edge,
  kind: string | undefined,
  hexes: boolean,
): Tree | undefined {
  const others = standing(written, hexes).filter((one) => keyOf(one.edge) !== keyOf(edge));
  const all = kind === undefined ? others : [...others, { edge, kind: kind as EdgeKind }];
  if (all.length === 0) return undefined;
  return hexes ? all.map(({ edge, kind }) => entry(edge, undefined, kind, hexes)) : runs(all);
}

export function kindAt(written: Tree | undefined, edge: Edge, hexes: boolean): string | undefined {
  return standing(written, hexes).find((one) => keyOf(one.edge) === keyOf(edge))?.kind;
}

function entry([one, other]: Edge, until: Cell | undefined, kind: string, hexes: boolean): Branch {
  const between = [columnRow(one, hexes), columnRow(other, hexes)];
  return until ? { between, until: columnRow(until, hexes), kind } : { between, kind };
}

/** Sides of squares in one line, one beside the other and of one kind, as one entry. */
function runs(all: Standing[]): Branch[] {
  const lines = new Map<string, { edge: Edge; kind: string; at: number }[]>();
  for (const { edge, kind } of all) {
    const [first, second] = edge.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]) as Edge;
    const isUpright = first[1] === second[1];
    const line = `${kind} ${isUpright ? "upright" : "level"} ${isUpright ? first[0] : first[1]}`;
    const known = lines.get(line) ?? [];
    known.push({ edge: [first, second], kind, at: isUpright ? first[1] : first[0] });
    lines.set(line, known);
  }
  return [...lines.values()].flatMap((line) => {
    const found: { first: Edge; last: Cell; kind: string; to: number }[] = [];
    for (const { edge, kind, at } of line.sort((one, other) => one.at - other.at)) {
      const before = found.at(-1);
      if (before?.to === at - 1) Object.assign(before, { last: edge[0], to: at });
      else found.push({ first: edge, last: edge[0], kind, to: at });
    }
    return found.map(({ first, last, kind }) =>
      entry(first, cellKey(last) === cellKey(first[0]) ? undefined : last, kind, false),
    );
  });
}
