// A place on the board that is wanted for something else than an act of the fight.

import type { Cell } from "../protocol/Cell";

/** What a place is wanted for. */
export interface Wish {
  /** What is to be pointed at, for whoever points. */
  words(): string;
  /** Takes a place; whether another one is wanted. */
  take(cell: Cell): boolean;
}

export class Pointing {
  wish: Wish | undefined = $state.raw();
  /** What was pointed at and is still to be used. */
  marked: Cell[] = $state.raw([]);

  #from: Element | null = null;

  /** Asks for a place: the board takes the focus, so that it can be given by keyboard, too. */
  ask(wish: Wish): void {
    this.#from = document.activeElement;
    this.wish = wish;
    const board = document.getElementById("board");
    board?.scrollIntoView({ block: "nearest" });
    board?.focus({ preventScroll: true });
  }

  take(cell: Cell): void {
    if (this.wish && !this.wish.take(cell)) this.end();
  }

  /** Nothing is wanted any more: one goes on where it was asked for. */
  end(): void {
    if (!this.wish) return;
    this.wish = undefined;
    const from = this.#from;
    this.#from = null;
    if (from?.isConnected && from instanceof HTMLElement) from.focus();
  }
}
