// What is typed counts soon after the last key, and at once where the field is left, or the page.

const SOON = 450;

/** What was typed in any field and does not count yet. */
const waiting = new Map<Typing, () => void>();

export class Typing {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Does it unless something else is typed before. */
  soon(work: () => void): void {
    this.stop();
    waiting.set(this, work);
    this.#timer = setTimeout(() => this.now(work), SOON);
  }

  now(work: () => void): void {
    this.stop();
    work();
  }

  stop(): void {
    clearTimeout(this.#timer);
    waiting.delete(this);
  }
}

/** All that was typed counts now: the page is left. */
export function countTyped(): void {
  for (const [typing, work] of [...waiting]) typing.now(work);
}
