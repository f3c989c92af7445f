// What is drawn with on the board of the builder.

import type { Tree } from "../connection/http";
import { at, isBranch, type Branch } from "./tree";

/** A symbol of the ground, or what stands between two cells; `undefined` clears what stands there. */
export type Brush = { is: "ground"; symbol: string } | { is: "side"; kind: string | undefined };

/** What the symbols of a map mean. */
export function legendOf(tree: Tree): Branch {
  const legend = at(tree, ["map", "legend"]);
  return isBranch(legend) ? legend : {};
}

/** Whether a map has the ground that is drawn with: its kind may have gone with another map, or with what was undone. */
export function hasGround(tree: Tree, brush: Brush | undefined): boolean {
  if (brush?.is !== "ground" || [".", "#"].includes(brush.symbol)) return true;
  return brush.symbol in legendOf(tree);
}

export function isSame(one: Brush | undefined, other: Brush | undefined): boolean {
  if (one?.is === "ground" && other?.is === "ground") return one.symbol === other.symbol;
  if (one?.is === "side" && other?.is === "side") return one.kind === other.kind;
  return one === other;
}
