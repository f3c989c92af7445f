import { capital } from "../acting/arrange";
import { Refused } from "../connection/http";
import type { Table } from "../state/table.svelte";

/** Whether the words ask what can be set. */
export const asksWhat = (words: string) => words.trim().endsWith("?");

/** What can be set: the answer to such words, which changes nothing. */
export async function whatCanBeSet(table: Table, words: string): Promise<string> {
  try {
    await table.tryTo("done", { is: "correct", words, instead: false });
    return "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${capital(error.message)}.`;
  }
}
