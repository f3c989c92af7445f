// Which part of the board is seen, and how large.

import type { Point } from "./geometry";

const SCALE_MAX = 3;
const SCALE_MIN = 0.08;
/** How much of the view is kept free around a board at its edges, in pixels. */
const MARGIN = 16;
/** How much the numbers of columns and rows take around a board, in units of the drawing. */
const NUMBERS = 18;
/** How much they take at least, however small all is drawn, in pixels. */
const EDGE = 20;

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** The size of what is looked through, in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether somebody has moved it: then it is not fitted anew when the window changes. */
  touched = $state(false);

  transform = $derived(`translate(${this.x} ${this.y}) scale(${this.scale})`);

  /** Shows all of something of that size, in units of the drawing, but nothing smaller than `least`: then as much as there is room for. */
  fit(size: Point, least = SCALE_MIN): void {
    if (this.width === 0 || this.height === 0 || size.x === 0 || size.y === 0) return;
    const fitting = (view: number, size: number) =>
      Math.min(view / (size + 2 * NUMBERS), Math.max(1, view - 2 * EDGE) / size);
    const [wide, high] = [fitting(this.width, size.x), fitting(this.height, size.y)];
    this.scale = clamped(Math.max(least, Math.min(wide, high, 2)));
    this.x = (this.width - size.x * this.scale) / 2;
    this.y = (this.height - size.y * this.scale) / 2;
    this.touched = false;
  }

  /** Brings what lies at a point of a drawing of that size toward the middle, if it is not well inside the view. */
  reveal(point: Point, size: Point): void {
    if (!this.#shows(point)) this.centreWithin(point, size);
  }

  /** The same for several points: all of them are shown where that is possible with nothing smaller than `least`, otherwise the first. */
  revealAll(points: readonly Point[], size: Point, least: number): void {
    const [first, ...others] = points;
    if (!first || points.every((point) => this.#shows(point))) return;
    const [left, right] = extremes(points.map(({ x }) => x));
    const [top, bottom] = extremes(points.map(({ y }) => y));
    const rim = 2 * this.#rim() + MARGIN;
    const fitting = Math.min((this.width - rim) / (right - left), (this.height - rim) / (bottom - top));
    const isPossible = others.length > 0 && fitting >= Math.min(least, this.scale);
    if (!isPossible) return this.reveal(first, size);
    this.scale = Math.min(this.scale, fitting);
    this.centreWithin({ x: (left + right) / 2, y: (top + bottom) / 2 }, size);
  }

  /** How near to the edge of the view is hardly in sight. */
  #rim(): number {
    return Math.min(60, this.width / 6, this.height / 6);
  }

  #shows(point: Point): boolean {
    const [x, y, rim] = [point.x * this.scale + this.x, point.y * this.scale + this.y, this.#rim()];
    return x > rim && y > rim && x < this.width - rim && y < this.height - rim;
  }

  centre(point: Point): void {
    this.x = this.width / 2 - point.x * this.scale;
    this.y = this.height / 2 - point.y * this.scale;
  }

  /** Brings a point as near to the middle as can be without showing more than there is of something of that size. */
  centreWithin(point: Point, size: Point): void {
    this.centre(point);
    this.x = within(this.x, this.width, size.x * this.scale);
    this.y = within(this.y, this.height, size.y * this.scale);
  }

  pan(x: number, y: number): void {
    this.x += x;
    this.y += y;
    this.touched = true;
  }

  /** Makes everything larger by a factor, so that what lies under a point of the view stays there. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = clamped(this.scale * factor);
    const by = scale / this.scale;
    this.x = at.x - (at.x - this.x) * by;
    this.y = at.y - (at.y - this.y) * by;
    this.scale = scale;
    this.touched = true;
  }

  /** The point of the drawing that lies under a point of the view. */
  under(point: Point): Point {
    return { x: (point.x - this.x) / this.scale, y: (point.y - this.y) / this.scale };
  }
}

function within(at: number, view: number, size: number): number {
  if (size + 2 * MARGIN <= view) return (view - size) / 2;
  return Math.min(MARGIN, Math.max(view - size - MARGIN, at));
}

const extremes = (all: readonly number[]): [number, number] => [Math.min(...all), Math.max(...all)];

const clamped = (scale: number) => Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale));
