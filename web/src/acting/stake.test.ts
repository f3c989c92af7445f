import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Refused } from "../connection/http";
import type { ChanceReport } from "../protocol/ChanceReport";
import type { Question } from "../protocol/Question";
import type { Request } from "../protocol/Request";
import { nothing, type Known } from "../state/lay";
import type { Table } from "../state/table.svelte";
import { Stake } from "./stake.svelte";

const question = (silence: string | null): Question => ({
  who: 1,
  name: "hale",
  question: "How does Hale defend?",
  rule: "some/rule",
  window: "defend",
  must: true,
  secret: false,
  silence,
  silence_plain: null,
});

const report = { name: "hale", changes: [], effects: [] } as unknown as ChanceReport;

class Asked {
  known: Known = nothing();
  turned = 0;
  requests: Request[] = [];
  isRefused = false;

  tryTo = (_kind: string, request: Request) => {
    this.requests.push(request);
    return this.isRefused
      ? Promise.reject(new Refused({ is: "limit", message: "too much" }))
      : Promise.resolve({ is: "odds", report });
  };
}

const begun = () => {
  const table = new Asked();
  return { table, stake: new Stake(table as unknown as Table) };
};

/** Asks, and lets the question stand long enough. */
async function askLong(stake: Stake, asked: Question): Promise<void> {
  const told = stake.ask(asked);
  await vi.advanceTimersByTimeAsync(300);
  await told;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what is at stake", () => {
  it("is asked once at each moment, in the words of silence", async () => {
    const { table, stake } = begun();
    await Promise.all([askLong(stake, question("pass")), stake.ask(question("pass"))]);
    await askLong(stake, question("pass"));
    expect(table.requests).toEqual([{ is: "odds", who: 1, words: "pass" }]);
    expect(stake.of(question("pass"))).toBe(report);
    table.known = { ...table.known, stirred: 7 };
    expect(stake.of(question("pass"))).toBeUndefined();
    await askLong(stake, question("pass"));
    expect(table.requests).toHaveLength(2);
  });

  it("is not asked where something has to be answered", async () => {
    const { table, stake } = begun();
    await stake.ask(question(null));
    expect(table.requests).toEqual([]);
  });

  it("is not asked of what is answered at once, or is another question by then", async () => {
    const { table, stake } = begun();
    const answered = stake.ask(question("pass"));
    await vi.advanceTimersByTimeAsync(200);
    stake.drop();
    await vi.advanceTimersByTimeAsync(200);
    await answered;
    const other = stake.ask(question("pass"));
    table.known = { ...table.known, stirred: 7 };
    await vi.advanceTimersByTimeAsync(300);
    await other;
    expect(table.requests).toEqual([]);
    await askLong(stake, question("pass"));
    expect(table.requests).toHaveLength(1);
  });

  it("is left out where it cannot be told", async () => {
    const { table, stake } = begun();
    table.isRefused = true;
    await askLong(stake, question("pass"));
    await askLong(stake, question("pass"));
    expect(stake.of(question("pass"))).toBeUndefined();
    expect(table.requests).toHaveLength(1);
  });
});
