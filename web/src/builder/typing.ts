// What is typed counts soon after the last key, and at once where the field is left.

const SOON = 450;

export class Typing {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Does it unless something else is typed before. */
  soon(work: () => void): void {
    this.stop();
    this.#timer = setTimeout(work, SOON);
  }

  now(work: () => void): void {
    this.stop();
    work();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
