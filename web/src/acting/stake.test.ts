import { describe, expect, it } from "vitest";

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

describe("what is at stake", () => {
  it("is asked once at each moment, in the words of silence", async () => {
    const { table, stake } = begun();
    await Promise.all([stake.ask(question("pass")), stake.ask(question("pass"))]);
    await stake.ask(question("pass"));
    expect(table.requests).toEqual([{ is: "odds", who: 1, words: "pass" }]);
    expect(stake.of(question("pass"))).toBe(report);
    table.known = { ...table.known, stirred: 7 };
    expect(stake.of(question("pass"))).toBeUndefined();
    await stake.ask(question("pass"));
    expect(table.requests).toHaveLength(2);
  });

  it("is not asked where something has to be answered", async () => {
    const { table, stake } = begun();
    await stake.ask(question(null));
    expect(table.requests).toEqual([]);
  });

  it("is left out where it cannot be told", async () => {
    const { table, stake } = begun();
    table.isRefused = true;
    await stake.ask(question("pass"));
    await stake.ask(question("pass"));
    expect(stake.of(question("pass"))).toBeUndefined();
    expect(table.requests).toHaveLength(1);
  });
});
