// The log as headings and events, each event with the numbers behind it.

import type { LogLine } from "../protocol/LogLine";

/** A heading or an event, and what it unfolds into. */
export interface Entry {
  line: LogLine;
  numbers: LogLine[];
}

/** What a rule is called: the last part of its id, as words; what something is goes by the name of its chapter. */
export function ruleName(id: string): string {
  const [name, chapter] = id.split("/").toReversed();
  return ((name === "definition" ? chapter : name) ?? id).replaceAll("-", " ");
}

/** What rules are called that stand beside each other: those of one name are told apart by their chapters. */
export function ruleNames(ids: readonly string[]): string[] {
  const names = ids.map(ruleName);
  return names.map((name, index) => {
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    const chapter = ids[index]?.split("/").slice(0, -1).join(" ").replaceAll("-", " ");
    return isAlone || !chapter || chapter === name ? name : `${name} (${chapter})`;
  });
}

/** A sentence as people read it: a rule that it names in brackets stands there by its name, as below the sentence. */
export function sentenceOf(text: string): string {
  return text.replace(/(?<= \()[a-z-]+\/[a-z0-9-]+(?=\))/g, ruleName);
}

/** What is said while an act goes on and is no part of it. */
const isAside = ({ kind, after }: LogLine) => kind === "remark" || after !== undefined;

/** Lines as entries. Numbers stand behind the event that they lead to, or before it: those of one entry that come first belong to its first event, whatever is remarked meanwhile. Those that lead to none stand alone where they came. */
export function entries(lines: readonly LogLine[]): Entry[] {
  const found: Entry[] = [];
  let waiting: LogLine[] = [];
  /** Nothing comes of what waits and fits no more: what is of one entry unfolds from its first line. */
  const giveUp = (fits: (one: LogLine) => boolean) => {
    const alone: Entry[] = [];
    for (const line of waiting.filter((one) => !fits(one))) {
      const before = alone.at(-1);
      if (before && before.line.entry === line.entry) before.numbers.push(line);
      else alone.push({ line, numbers: [] });
    }
    found.push(...alone);
    waiting = waiting.filter(fits);
  };
  for (const line of lines) {
    const isOfIt = (one: LogLine) => one.entry === line.entry;
    if (!isAside(line)) giveUp((one) => line.depth !== "heading" && isOfIt(one));
    const last = found.findLast((one) => one.line.kind !== "remark");
    if (line.depth === "number") {
      if (last?.line.depth === "event" && isOfIt(last.line)) last.numbers.push(line);
      else waiting.push(line);
      continue;
    }
    const numbers = line.depth === "event" && line.kind !== "remark" ? waiting.filter(isOfIt) : [];
    waiting = waiting.filter((one) => !numbers.includes(one));
    found.push({ line, numbers });
  }
  // Dice of an act that has not come to anything yet.
  for (const line of waiting) found.push({ line, numbers: [] });
  return found;
}

/** The entries in which all words occur, and that speak of a creature where one is given. Headings stay only with what is below them. */
export function filtered(all: readonly Entry[], query: string, about: number | undefined): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && about === undefined) return [...all];
  const fits = ({ line, numbers }: Entry) => {
    const texts = [line, ...numbers].map((one) => one.text.toLowerCase()).join("\n");
    const isAbout = about === undefined || [line, ...numbers].some((one) => one.about.includes(about));
    return isAbout && words.every((word) => texts.includes(word));
  };
  const found: Entry[] = [];
  let heading: Entry | undefined;
  for (const entry of all) {
    if (entry.line.depth === "heading") {
      heading = entry;
    } else if (fits(entry)) {
      if (heading) found.push(heading);
      heading = undefined;
      found.push(entry);
    }
  }
  return found;
}
