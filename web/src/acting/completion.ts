// Completion of typed acts, a word at a time where there are many.

const SHOWN = 12;

/** What the words may become: whole acts where few are left, otherwise the words that may come next. */
export function completions(words: string, offers: readonly string[]): string[] {
  const typed = words.trimStart().toLowerCase();
  if (typed === "") return [];
  const matching = offers.filter((offer) => offer.toLowerCase().startsWith(typed));
  if (matching.length === 0) return containing(typed, offers);
  if (matching.length <= SHOWN) return matching;
  const next = matching.map((offer) => offer.slice(0, wordEnd(offer, typed.length)));
  return [...new Set(next)].slice(0, SHOWN);
}

/** Acts in which all of the words occur somewhere. */
function containing(typed: string, offers: readonly string[]): string[] {
  const parts = typed.split(/\s+/).filter((part) => part !== "");
  const found = offers.filter((offer) => parts.every((part) => offer.toLowerCase().includes(part)));
  return found.slice(0, SHOWN);
}

/** The end of the word that goes on at a place, the space behind it included. */
function wordEnd(offer: string, from: number): number {
  const space = offer.indexOf(" ", from);
  return space < 0 ? offer.length : space + 1;
}

/** The words as they were perhaps meant: with the word in it that a complaint asks whether it was meant. */
export function meant(words: string, complaint: string): string | undefined {
  const [, wrong, right] = /`([^`]+)`.*did you mean (?:the command )?`([^`]+)`\?/s.exec(complaint) ?? [];
  if (wrong === undefined || right === undefined) return undefined;
  const at = words.toLowerCase().indexOf(wrong.toLowerCase());
  return at < 0 ? undefined : words.slice(0, at) + right + words.slice(at + wrong.length);
}
