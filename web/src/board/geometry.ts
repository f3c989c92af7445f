// Where cells lie on the drawn board. A square has sides of 1; a hex is 1 wide, its point up.

import type { Cell } from "../protocol/Cell";
import type { Edge } from "../protocol/Edge";
import type { MapView } from "../protocol/MapView";
import type { Space } from "../protocol/Space";

export interface Point {
  x: number;
  y: number;
}

/** From row to row of hexes that are 1 wide. */
const HEX_STEP = Math.sqrt(3) / 2;
/** From the centre of such a hex to its points. */
const HEX_RADIUS = 1 / Math.sqrt(3);

export const cellKey = (cell: Cell) => `${cell[0]},${cell[1]}`;

/** Column and row of a cell: on hexes cells are axial, every second row is shifted by half a hex. */
export function columnRow(cell: Cell, hexes: boolean): [number, number] {
  const [x, y] = cell;
  return hexes ? [x + Math.floor(y / 2), y] : [x, y];
}

export function cellAt(column: number, row: number, hexes: boolean): Cell {
  return hexes ? [column - Math.floor(row / 2), row] : [column, row];
}

/** A cell as it is typed and read: column and row, and the height where it is not the ground. */
export function placeName(cell: Cell, hexes: boolean): string {
  const [column, row] = columnRow(cell, hexes);
  const height = cell[2] ?? 0;
  return height === 0 ? `${column},${row}` : `${column},${row},${height}`;
}

/** The places that are named in words, as they are typed. */
export function placesIn(words: string, hexes: boolean): Cell[] {
  const found = words.matchAll(/(?<![\d,.])(\d+),(\d+)(?:,(\d+))?(?![\d,]*\d)/g);
  return [...found].map(([, column, row]) => cellAt(Number(column), Number(row), hexes));
}

export function centre(cell: Cell, hexes: boolean): Point {
  const [column, row] = columnRow(cell, hexes);
  if (!hexes) return { x: column + 0.5, y: row + 0.5 };
  return { x: column + 0.5 + (row & 1 ? 0.5 : 0), y: row * HEX_STEP + HEX_RADIUS };
}

/** The size of the whole board. */
export function boardSize(map: MapView): Point {
  if (!map.hexes) return { x: map.columns, y: map.rows };
  return {
    x: map.columns + (map.rows > 1 ? 0.5 : 0),
    y: (map.rows - 1) * HEX_STEP + 2 * HEX_RADIUS,
  };
}

/** The middle of the room that a creature takes. */
export function middle(space: Space, hexes: boolean): Point {
  const side = Math.max(1, space.side);
  const at = centre(space.at, hexes);
  if (!hexes) return { x: at.x + (side - 1) / 2, y: at.y + (side - 1) / 2 };
  // A room of an even number of hexes lies around the corner south-east of its first hex.
  return side % 2 === 1 ? at : { x: at.x + 0.5, y: at.y + HEX_STEP / 3 };
}

export function outline(cell: Cell, hexes: boolean): Point[] {
  const { x, y } = centre(cell, hexes);
  if (!hexes) {
    return [
      { x: x - 0.5, y: y - 0.5 },
      { x: x + 0.5, y: y - 0.5 },
      { x: x + 0.5, y: y + 0.5 },
      { x: x - 0.5, y: y + 0.5 },
    ];
  }
  return [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return { x: x + HEX_RADIUS * Math.cos(angle), y: y + HEX_RADIUS * Math.sin(angle) };
  });
}

/** Units of the drawing for one cell: letters much smaller than that would be drawn badly. */
export const CELL = 40;

const rounded = (number: number) => Math.round(number * CELL * 100) / 100;

/** The outlines of cells as one path, in units of the drawing. */
export function path(cells: Iterable<Cell>, hexes: boolean): string {
  let drawn = "";
  for (const cell of cells) {
    const corners = outline(cell, hexes).map((corner) => `${rounded(corner.x)} ${rounded(corner.y)}`);
    drawn += `M${corners.join("L")}Z`;
  }
  return drawn;
}

/** A line through the middles of the rooms that something takes on its way, in units of the drawing; nothing where there is no way. */
export function line(rooms: Space[], hexes: boolean): string {
  if (rooms.length < 2) return "";
  const points = rooms.map((room) => middle(room, hexes));
  return `M${points.map(({ x, y }) => `${rounded(x)} ${rounded(y)}`).join("L")}`;
}

/** The cell under a point of the board. */
export function cellUnder(point: Point, hexes: boolean): Cell {
  if (!hexes) return [Math.floor(point.x), Math.floor(point.y)];
  const row = (point.y - HEX_RADIUS) / HEX_STEP;
  const column = point.x - 0.5 - row / 2;
  return roundedHex(column, row);
}

/** The hex nearest to a point between hexes. */
function roundedHex(q: number, r: number): Cell {
  const s = -q - r;
  let [x, y] = [Math.round(q), Math.round(r)];
  const z = Math.round(s);
  const off = [Math.abs(x - q), Math.abs(y - r), Math.abs(z - s)] as const;
  if (off[0] > off[1] && off[0] > off[2]) x = -y - z;
  else if (off[1] > off[2]) y = -x - z;
  // Adding 0 makes 0 of −0.
  return [x + 0, y + 0];
}

/** The steps to the cells that share a side with a cell, each with what that side is called. */
const SQUARE_SIDES = [
  { step: [0, -1], name: "north" },
  { step: [1, 0], name: "east" },
  { step: [0, 1], name: "south" },
  { step: [-1, 0], name: "west" },
] as const;
const HEX_SIDES = [
  { step: [1, -1], name: "north-east" },
  { step: [1, 0], name: "east" },
  { step: [0, 1], name: "south-east" },
  { step: [-1, 1], name: "south-west" },
  { step: [-1, 0], name: "west" },
  { step: [0, -1], name: "north-west" },
] as const;

/** The sides of a cell, and the cells beyond them. */
export function sidesOf([x, y]: Cell, hexes: boolean): { name: string; beyond: Cell }[] {
  const sides = hexes ? HEX_SIDES : SQUARE_SIDES;
  return sides.map(({ step, name }) => ({ name, beyond: [x + step[0], y + step[1]] }));
}

/** The side of a cell that is nearest to a point of the board, how far off it is in widths of a cell, and how much farther the next one. */
export function sideUnder(point: Point, hexes: boolean): { edge: Edge; distance: number; lead: number } {
  const cell = cellUnder(point, hexes);
  const off = (one: Cell) => {
    const { x, y } = centre(one, hexes);
    return (x - point.x) ** 2 + (y - point.y) ** 2;
  };
  // The middles of neighbours are 1 apart.
  const sides = sidesOf(cell, hexes)
    .map(({ beyond }) => ({ beyond, distance: (off(beyond) - off(cell)) / 2 }))
    .sort((one, other) => one.distance - other.distance);
  const { beyond, distance } = sides[0] ?? { beyond: cell, distance: 0 };
  return { edge: [cell, beyond], distance, lead: (sides[1]?.distance ?? distance) - distance };
}

/** The cells of the room that a creature takes, at the lowest level. */
export function footprint(space: Space, hexes: boolean): Cell[] {
  const side = Math.max(1, space.side);
  const [x, y] = space.at;
  if (!hexes) {
    const offsets = Array.from({ length: side * side }, (_, index) => index);
    return offsets.map((index) => [x + (index % side), y + Math.floor(index / side)]);
  }
  const rings = Math.floor((side - 1) / 2);
  const cores: Cell[] =
    side % 2 === 1
      ? [space.at]
      : [
          [x, y],
          [x + 1, y],
          [x, y + 1],
        ];
  const cells = new Map<string, Cell>();
  for (const core of cores) for (const cell of disc(core, rings)) cells.set(cellKey(cell), cell);
  return [...cells.values()];
}

function disc([x, y]: Cell, rings: number): Cell[] {
  const cells: Cell[] = [];
  for (let q = -rings; q <= rings; q++) {
    for (let r = Math.max(-rings, -q - rings); r <= Math.min(rings, rings - q); r++) {
      cells.push([x + q, y + r]);
    }
  }
  return cells;
}
