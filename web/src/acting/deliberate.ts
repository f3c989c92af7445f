// What is pressed on purpose, and what only follows from how something else was pressed just before, where the button was not there yet.

/** Whether a click is the second one of a double click: the first was meant for what stood there before. */
export const isSecond = ({ detail }: Pick<MouseEvent, "detail">) => detail > 1;

/** A key that is still held down presses nothing more. */
export function held(event: KeyboardEvent): void {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
