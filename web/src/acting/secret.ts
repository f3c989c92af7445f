// What was answered in secret: whoever loads the page anew has not forgotten it. It is kept for this tab alone, as long as the tab is open.

import type { CreatureId } from "../protocol/CreatureId";

/** An answer of which nobody else is told yet. */
export interface Committed {
  who: CreatureId;
  words: string;
  /** How much had been told when it was given, and how often the game master had stepped in since the page was loaded. */
  told: number;
  turned: number;
}

const keyOf = (token: string) => `affray.secret.${token}`;

/** The answers that were given at the table before the page was loaded. With more told than then they are secret no longer. */
export function keptAnswers(token: string): Committed[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(token)) ?? "[]");
    return Array.isArray(kept) ? (kept as Committed[]).map((one) => ({ ...one, turned: 0 })) : [];
  } catch {
    return [];
  }
}

export function keepAnswers(token: string, answers: readonly Committed[]): void {
  try {
    sessionStorage.setItem(keyOf(token), JSON.stringify(answers));
  } catch {
    // They are known as long as the page is there.
  }
}
