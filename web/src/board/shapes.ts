// Sides are told apart by shape as well as by colour.

/** The names of the shapes, for legends. */
export const SHAPES = ["disc", "square", "hexagon", "diamond", "octagon", "shield"] as const;

export function shapeName(side: number): string {
  return SHAPES[side % SHAPES.length] ?? "disc";
}

/** How much room there is across a token for letters, in radiuses of its outline. */
export function letterRoom(side: number): number {
  const name = shapeName(side);
  return name === "square" ? 1.5 : name === "diamond" ? 1.4 : 1.6;
}

/** The outline of a side's tokens around 0, as a path. */
export function shape(side: number, radius: number): string {
  switch (shapeName(side)) {
    case "square":
      return polygon(4, radius * 1.2, Math.PI / 4);
    case "hexagon":
      return polygon(6, radius * 1.08, 0);
    case "diamond":
      return polygon(4, radius * 1.16, 0);
    case "octagon":
      return polygon(8, radius * 1.05, Math.PI / 8);
    case "shield":
      return `M${-radius * 0.9} ${-radius * 0.85}H${radius * 0.9}V${radius * 0.2}Q${radius * 0.8} ${radius * 0.85} 0 ${radius * 1.1}Q${-radius * 0.8} ${radius * 0.85} ${-radius * 0.9} ${radius * 0.2}Z`;
    default:
      return `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;
  }
}

function polygon(corners: number, radius: number, turn: number): string {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = turn + (2 * Math.PI * corner) / corners;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}
