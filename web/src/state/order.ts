// In which order the log is read: what came while an act was in progress stands where it came, and not before the act.

import type { LogLine } from "../protocol/LogLine";

/** The log with the act in progress. What is told of an act comes into the log as a whole, after what came meanwhile. */
export function inOrder(log: readonly LogLine[], progress: readonly LogLine[]): LogLine[] {
  if (progress.length === 0 && log.every(({ after }) => after === undefined)) return [...log];
  const read = new Reading();
  for (const line of log) read.take(line, line.entry);
  for (const line of progress) read.take(line, "in progress");
  return read.whole();
}

type Act = LogLine["entry"] | "in progress";

/** What is read so far, and what waits for its place within the act that is to follow. */
class Reading {
  #lines: LogLine[] = [];
  #waiting: { line: LogLine; after: number }[] = [];
  /** The act that is read, and how many of its lines were. */
  #act: Act = null;
  #count = 0;

  take(line: LogLine, act: Act): void {
    if (line.after !== undefined) {
      this.#turnTo(null);
      this.#wait(line, line.after);
      return;
    }
    if (act !== this.#act) this.#turnTo(act);
    // Numbers stay with what they are of.
    if (line.depth !== "number") this.#place(this.#count);
    this.#lines.push(line);
    if (act !== null) this.#count++;
  }

  whole(): LogLine[] {
    this.#place(Infinity);
    return this.#lines;
  }

  /** Another act is read, or none: no more is told of the one that was. */
  #turnTo(act: Act): void {
    if (this.#count > 0) this.#place(Infinity);
    this.#act = act;
    this.#count = 0;
  }

  /** Nothing is read before what came earlier: where less was told of the act by then, it follows that much of it, too. */
  #wait(line: LogLine, after: number): void {
    for (const earlier of this.#waiting) earlier.after = Math.min(earlier.after, after);
    this.#waiting.push({ line, after });
  }

  #place(count: number): void {
    for (let [next] = this.#waiting; next !== undefined && next.after <= count; [next] = this.#waiting) {
      this.#lines.push(next.line);
      this.#waiting.shift();
    }
  }
}
