// What to look for in the rules to learn what an act is.

/** Words that stand in acts and name nothing. */
const PLAIN = new Set(["with", "at", "on", "to", "via", "when", "for", "from", "and", "a", "the", "…"]);

/** What to search for, the most telling first: all words up to the first small one, then fewer and fewer, then each by itself. */
export function searches(label: string): string[] {
  const words = label
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((word) => word !== "");
  const first = words.findIndex((word) => PLAIN.has(word));
  const name = first < 0 ? words : words.slice(0, Math.max(1, first));
  const parts = name.map((_, index) => name.slice(0, name.length - index).join(" "));
  return [...new Set([...parts, ...name.slice(1)])];
}
