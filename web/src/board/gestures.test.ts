import { beforeEach, expect, it, vi } from "vitest";

import type { Camera } from "./camera.svelte";
import { gestures } from "./gestures";

class Board extends EventTarget {
  setPointerCapture = vi.fn();
  getBoundingClientRect = () => ({ left: 0, top: 0 });

  hear(type: string, x: number, more: object = {}): void {
    const pointer = { pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: x, clientY: 0 };
    this.dispatchEvent(Object.assign(new Event(type), pointer, more));
  }
}

let board: Board;
const pan = vi.fn();
const touch = { tap: vi.fn(), draw: vi.fn(() => false) };

beforeEach(() => {
  vi.clearAllMocks();
  board = new Board();
  gestures(board as unknown as Element, { pan, zoom: vi.fn() } as unknown as Camera, touch);
});

it("a drag pans, and a press that does not stray is a tap", () => {
  board.hear("pointerdown", 10);
  board.hear("pointermove", 30);
  board.hear("pointerup", 30, { buttons: 0 });
  expect(pan).toHaveBeenCalledWith(20, 0);
  expect(touch.tap).not.toHaveBeenCalled();
  board.hear("pointerdown", 10);
  board.hear("pointerup", 12, { buttons: 0 });
  expect(touch.tap).toHaveBeenCalledWith({ x: 12, y: 0 });
});

it("a mouse that was let go of outside drags no more when it comes back", () => {
  board.hear("pointerdown", 2);
  board.hear("pointermove", 40, { buttons: 0 });
  board.hear("pointermove", 80, { buttons: 0 });
  expect(touch.draw).not.toHaveBeenCalled();
  expect(pan).not.toHaveBeenCalled();
});
