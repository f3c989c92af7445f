// What happened one after the other is shown one after the other, however fast it came.

import type { Update } from "../protocol/Update";

/** How long something that happened is looked at before the next is shown, in milliseconds. */
const LOOK = 1_100;
/** The same for what only begins: a round, somebody's turn. */
const GLANCE = 350;
/** So long after it came everything is shown, in milliseconds: where much waits, each is looked at for a shorter time. */
const BEHIND_MAX = 15_000;
/** Everything at once is shown no more often than so, in milliseconds: to draw all creatures anew for each of hundreds of acts takes longer than the acts. */
const DRAWING = 50;

const KEY = "affray.pace";

export type Tempo = "one by one" | "at once";

function kept(): Tempo {
  try {
    return localStorage.getItem(KEY) === "at once" ? "at once" : "one by one";
  } catch {
    return "one by one";
  }
}

/** How long an update is to be looked at: what tells of nothing takes no time. */
export function lasts(update: Update): number {
  const lines = [...(update.log ?? []), ...(update.progress ?? [])];
  if (lines.some(({ depth, kind }) => depth === "event" && kind === "told")) return LOOK;
  return lines.length > 0 ? GLANCE : 0;
}

export class Pace {
  tempo: Tempo = $state(kept());
  /** How much is still to be shown. */
  behind = $state(0);

  /** What waits, and when it came. */
  #waiting: { update: Update; came: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly show: (update: Update) => void) {}

  take(update: Update): void {
    // What was known before counts no more, and a page that nobody looks at need not take its time.
    if (update.whole) this.#waiting = [];
    this.#waiting.push({ update, came: Date.now() });
    if (update.whole || document.hidden) this.hurry();
    else if (this.#timer === undefined) this.#next();
    this.behind = this.tempo === "at once" ? 0 : this.#waiting.length;
  }

  /** Shows everything that waits. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#waiting;
    this.#waiting = [];
    this.behind = 0;
    for (const { update } of all) this.show(update);
  }

  choose(tempo: Tempo): void {
    this.tempo = tempo;
    try {
      localStorage.setItem(KEY, tempo);
    } catch {
      // It holds until the page is left.
    }
    if (tempo === "at once") this.hurry();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #next(): void {
    this.#timer = undefined;
    if (this.tempo === "at once") {
      if (this.#waiting.length === 0) return;
      this.hurry();
      this.#timer = setTimeout(() => this.#next(), DRAWING);
      return;
    }
    for (;;) {
      const next = this.#waiting.shift();
      this.behind = this.#waiting.length;
      if (!next) return;
      this.show(next.update);
      const wait = Math.min(lasts(next.update), this.#leisure());
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }

  /** How long there is for each that waits, so that the last is in time. */
  #leisure(): number {
    const last = this.#waiting.at(-1);
    if (!last) return Infinity;
    return Math.max(0, last.came + BEHIND_MAX - Date.now()) / this.#waiting.length;
  }
}
