// What is drawn with on the board of the builder.

/** A symbol of the ground, or what stands between two cells; `undefined` clears what stands there. */
export type Brush = { is: "ground"; symbol: string } | { is: "side"; kind: string | undefined };

export function isSame(one: Brush | undefined, other: Brush | undefined): boolean {
  if (one?.is === "ground" && other?.is === "ground") return one.symbol === other.symbol;
  if (one?.is === "side" && other?.is === "side") return one.kind === other.kind;
  return one === other;
}
