// When a choice in a list counts: what lies on the way to it is chosen too by whoever goes there with the keyboard.

/** Keys that choose something else in a closed list, besides letters. */
const STEPS = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", "PageUp"];

type Pressed = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">;

/** Whether a key chooses something else in a list that stays closed: by steps, or by the letters that it begins with. */
function steps({ key, altKey, ctrlKey, metaKey }: Pressed): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  return STEPS.includes(key) || (key.length === 1 && key !== " ");
}

/** What comes of a key or of another choice: it is chosen, it waits to be, or it is taken back. */
export type Outcome = "chosen" | "waits" | "taken back" | undefined;

/** Follows what is done with one list. Something that is stepped to waits for Enter, or for the list to be left; what is picked from the open list is meant. */
export class Choosing {
  #isStepped = false;
  #waits = false;

  /** A key goes down on the list. */
  key(pressed: Pressed): Outcome {
    // Shift alone is not a key by which anything is chosen.
    if (pressed.key === "Shift") return undefined;
    this.#isStepped = steps(pressed);
    if (!this.#waits) return undefined;
    if (pressed.key === "Enter") return this.#end("chosen");
    return pressed.key === "Escape" ? this.#end("taken back") : undefined;
  }

  /** Something is pointed at. */
  point(): void {
    this.#isStepped = false;
  }

  /** Something else stands in the list. */
  change(): Outcome {
    this.#waits = this.#isStepped;
    return this.#waits ? "waits" : "chosen";
  }

  /** The list is left. */
  leave(): Outcome {
    return this.#waits ? this.#end("chosen") : undefined;
  }

  #end(outcome: Outcome): Outcome {
    this.#waits = false;
    this.#isStepped = false;
    return outcome;
  }
}
