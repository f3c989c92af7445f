// Who may decide for a creature: people, or the program by one of its policies.

export interface Decider {
  value: string;
  words: string;
}

const DECIDERS: readonly Decider[] = [
  { value: "person", words: "people" },
  { value: "simple", words: "the program" },
  { value: "greedy", words: "the program, greedy" },
  { value: "search:100", words: "the program, thinking" },
  { value: "random", words: "pure chance" },
];

/** Those who may decide, with whoever does so now, where somebody is chosen. */
export function deciders(now: string | undefined): readonly Decider[] {
  if (now === undefined) return DECIDERS;
  return DECIDERS.some(({ value }) => value === now) ? DECIDERS : [...DECIDERS, { value: now, words: now }];
}
