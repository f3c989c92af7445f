// Where somebody new finds room on the board.

import { OPEN } from "./tree";

/** So many squares each way are left to those whose size is not known yet. */
const ROOM = 2;

/** The squares that somebody at a place may take up. */
export function around([column = 0, row = 0]: readonly number[]): string[] {
  const steps = Array.from({ length: ROOM }, (_, step) => step);
  return steps.flatMap((right) => steps.map((down) => `${column + right},${row + down}`));
}

/** The first free square of a side's half of the board, or the one next to somebody, with room around it where there is any. */
export function freeSquare(
  rows: readonly string[],
  taken: ReadonlySet<string>,
  isLeft: boolean,
  beside?: readonly number[],
): [number, number] {
  const columns = rows[0]?.length ?? 1;
  const isFree = (place: string) => {
    const [column = 0, row = 0] = place.split(",").map(Number);
    return rows[row]?.[column] === OPEN && !taken.has(place);
  };
  const across = Array.from({ length: columns }, (_, column) => (isLeft ? column : columns - 1 - column));
  const from = Math.floor(columns / 4);
  const middle = rows.length / 2;
  const down = Array.from({ length: rows.length }, (_, row) => row).sort(
    (one, other) => Math.abs(one - middle) - Math.abs(other - middle),
  );
  const order = [...across.slice(from), ...across.slice(0, from)].flatMap((column) =>
    down.map((row): [number, number] => [column, row]),
  );
  if (beside) {
    const [column = 0, row = 0] = beside;
    const distance = ([x, y]: [number, number]) => Math.hypot(x - column, y - row);
    order.sort((one, other) => distance(one) - distance(other));
  }
  const roomy = order.find((square) => around(square).every(isFree));
  return roomy ?? order.find((square) => isFree(square.join())) ?? [0, 0];
}
