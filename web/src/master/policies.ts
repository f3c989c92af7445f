// Who may decide for a creature: people, or the program by one of its policies.

export interface Decider {
  value: string;
  words: string;
}

const DECIDERS: readonly Decider[] = [
  { value: "person", words: "people" },
  { value: "simple", words: "the program, simply" },
  { value: "greedy", words: "the program, greedily" },
  { value: "search:100", words: "the program, thinking ahead" },
  { value: "random", words: "chance" },
];

/** Those who may decide, with whoever does so now, where somebody is chosen. */
export function deciders(now: string | undefined): readonly Decider[] {
  if (now === undefined) return DECIDERS;
  return DECIDERS.some(({ value }) => value === now) ? DECIDERS : [...DECIDERS, { value: now, words: now }];
}
