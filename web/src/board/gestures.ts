// Mouse, pen and fingers on the board: drag to pan, two fingers or the wheel to zoom, a tap to point at something.

import type { Camera } from "./camera.svelte";
import type { Point } from "./geometry";

/** How far a finger may stray for a tap to stay a tap, in pixels. */
const STRAY = 6;

export interface Touch {
  tap(at: Point): void;
  /** Takes a drag with one finger instead of panning; whether it did. A drag begins with the same point twice. */
  draw(from: Point, to: Point): boolean;
}

export function gestures(node: Element, camera: Camera, touch: Touch): () => void {
  const down = new Map<number, Point>();
  let strayed = false;
  let start: Point = { x: 0, y: 0 };

  const at = (event: PointerEvent | WheelEvent): Point => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const pressed = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (down.size === 0) {
      strayed = false;
      start = at(event);
    }
    down.set(event.pointerId, at(event));
  };

  const moved = (event: PointerEvent) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (event.pointerType !== "touch" && event.buttons === 0) {
      // It was let go of where nobody saw it: outside, or over a menu.
      down.delete(event.pointerId);
      return;
    }
    const now = at(event);
    if (!strayed && down.size === 1 && distance(start, now) < STRAY) return;
    if (!strayed) {
      // Only a drag takes the pointer: what is pressed and let go stays a click.
      strayed = true;
      node.setPointerCapture(event.pointerId);
      if (down.size === 1) touch.draw(start, start);
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    if (!other) {
      if (touch.draw(before, now)) return;
      camera.pan(now.x - before.x, now.y - before.y);
      return;
    }
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    camera.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
  };

  const released = (event: PointerEvent) => {
    const was = down.delete(event.pointerId);
    if (was && !strayed && event.type === "pointerup" && event.button === 0) touch.tap(at(event));
  };

  const turned = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    camera.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), at(event));
  };

  const hearing: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ["pointerdown", pressed],
    ["pointermove", moved],
    ["pointerup", released],
    ["pointercancel", released],
    ["wheel", turned, { passive: false }],
  ];
  for (const [name, hear, options] of hearing) node.addEventListener(name, hear as EventListener, options);
  return () => {
    for (const [name, hear] of hearing) node.removeEventListener(name, hear as EventListener);
  };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
