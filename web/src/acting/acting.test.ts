import { beforeEach, describe, expect, it, vi } from "vitest";

import { Refused } from "../connection/http";
import type { LogLine } from "../protocol/LogLine";
import type { Offer } from "../protocol/Offer";
import type { Question } from "../protocol/Question";
import type { Reply } from "../protocol/Reply";
import type { Request } from "../protocol/Request";
import type { TimeRow } from "../protocol/TimeRow";
import { nothing, type Known } from "../state/lay";
import type { Table } from "../state/table.svelte";
import { Acting } from "./acting.svelte";

const question = (who: number, text: string, window = "answer"): Question => ({
  who,
  name: `guard ${who}`,
  question: text,
  rule: "some/rule",
  window,
  must: true,
  secret: false,
  silence: "pass",
  silence_plain: null,
});

const move = (x: number, y: number): Offer => ({
  words: `move to ${x},${y}`,
  plain: null,
  label: "move to …",
  group: "move",
  cost: null,
  targets: [],
  place: [x, y],
  distance: null,
});

const offers = (...all: Offer[]): Reply => ({
  is: "offers",
  seen: 1,
  groups: [{ verb: "move", offers: all, meanings: [] }],
  impossible: [],
});

const line = (number: number): LogLine => ({
  number,
  depth: "event",
  text: "Something happens.",
  rules: [],
  about: [],
  kind: "told",
  entry: number,
});

/** A table where every request waits until the test answers it. */
class Asked {
  known: Known = nothing();
  isMaster = true;
  isHeld = false;
  turned = 0;
  pace = { hurry: () => undefined };
  requests: { request: Request; answer: (reply: Reply) => void; fail: (error: Refused) => void }[] = [];

  get questions(): Question[] {
    const { standing } = this.known;
    return standing.is === "asks" ? standing.questions : [];
  }

  asks(...questions: Question[]): void {
    const number = this.known.number + 1;
    this.known = { ...this.known, number, standing: { is: "asks", questions } };
  }

  tells(): void {
    this.known = { ...this.known, log: [...this.known.log, line(this.known.log.length)] };
  }

  tryTo = (_kind: string, request: Request) =>
    new Promise<Reply>((answer, fail) => this.requests.push({ request, answer, fail }));

  ask = this.tryTo;
  order = (request: Request) => this.tryTo("done", request).then(() => true);
  name = (who: number) => `guard ${who}`;
  creature = () => undefined;
  playersHere = () => [];
  complain = vi.fn();
  settle = () => undefined;

  /** Answers what was asked of that kind, and lets what comes of it be done. */
  async answer(is: Request["is"], reply: Reply): Promise<void> {
    const place = this.requests.findIndex(({ request }) => request.is === is);
    this.requests.splice(place, 1)[0]?.answer(reply);
    await settled();
  }

  /** For whom it is waited that they pass. */
  get passing(): number[] {
    return this.requests.flatMap(({ request }) => (request.is === "pass" ? [request.who] : []));
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const DONE: Reply = { is: "done" };

let table: Asked;
let acting: Acting;

beforeEach(() => {
  vi.useFakeTimers();
  table = new Asked();
  acting = new Acting(table as unknown as Table);
});

describe("a place that is not listed", () => {
  beforeEach(async () => {
    table.asks(question(0, "What does guard 0 do?", "turn"));
    void acting.load(table.questions[0]!);
    await table.answer("offers", offers(move(1, 1), move(2, 2)));
    acting.pickCell([9, 9]);
  });

  const late = () => table.answer("aimed-at", offers(move(9, 9)));

  it("is prepared as soon as it is known what it means", async () => {
    await late();
    expect(acting.choice?.words).toBe("move to 9,9");
  });

  it("is not prepared any more once another one is", async () => {
    acting.pickCell([1, 1]);
    await late();
    expect(acting.choice?.words).toBe("move to 1,1");
  });

  it.each([
    ["an act was chosen", () => acting.pickAction(acting.actions[0]!)],
    ["a kind of acts was chosen", () => acting.pickGroup("move")],
    ["everything was put back", () => acting.reset()],
    ["a creature was pointed at", () => acting.pickCreature(5)],
  ])("is not prepared any more once %s", async (_, choose) => {
    choose();
    await late();
    expect(acting.choice).toBeUndefined();
  });
});

describe("an area", () => {
  const blast = (x: number, y: number): Offer => ({
    ...move(x, y),
    words: `cast blast at ${x},${y}`,
    label: "cast blast at …",
    group: "magic",
  });

  beforeEach(async () => {
    table.asks(question(0, "What does guard 0 do?", "turn"));
    void acting.load(table.questions[0]!);
    await table.answer("offers", offers(move(1, 1), move(2, 2), blast(4, 4)));
    acting.pickAction(acting.actions.find(({ group }) => group === "magic")!);
    table.requests = [];
  });

  it("is aimed at a place that is not listed, though one could go there", async () => {
    acting.pickCell([1, 1]);
    await table.answer("aimed-at", offers(blast(1, 1)));
    expect(acting.choice?.words).toBe("cast blast at 1,1");
    expect(table.requests.map(({ request }) => request.is)).toContain("odds");
  });

  it("makes room for a way where it cannot be aimed, and it is said why", async () => {
    acting.pickCell([1, 1]);
    const impossible = [{ label: "cast blast at …", group: "magic", message: "too far", rule: "a/b" }];
    await table.answer("aimed-at", { ...offers(), impossible } as Reply);
    expect(acting.choice?.words).toBe("move to 1,1");
    expect(acting.missed).toBe("Too far.");
    expect(table.requests.map(({ request }) => request.is)).toEqual(["preview"]);
  });

  it("makes room for a way where nothing is known of it, and that is said", async () => {
    acting.pickCell([1, 1]);
    await table.answer("aimed-at", offers());
    expect(acting.choice?.words).toBe("move to 1,1");
    expect(acting.missed).toBe("The act that was chosen cannot be aimed there: this is another one.");
  });

  it("is shown where it is not listed as well, as soon as one looks there for a while", async () => {
    acting.lookAt([3, 3]);
    acting.lookAt([1, 1]);
    await vi.advanceTimersByTimeAsync(200);
    await table.answer("aimed-at", offers(blast(1, 1)));
    const area = { cells: [[1, 1] as [number, number]], creatures: [] };
    await table.answer("preview", {
      is: "preview",
      lines: [],
      circumstances: [],
      magic: null,
      area,
      way: [],
    });
    expect(acting.foresight.covered).toEqual(area);
    expect(table.requests).toEqual([]);
  });

  it("that is pointed at twice is done by its button alone", () => {
    acting.pickCell([4, 4]);
    const { led } = acting;
    acting.pickCell([4, 4]);
    expect(acting.led).toBe(led + 1);
    expect(table.requests.map(({ request }) => request.is)).not.toContain("act");
  });
});

describe("what is typed", () => {
  beforeEach(async () => {
    table.asks(question(0, "What does guard 0 do?", "turn"));
    void acting.load(table.questions[0]!);
    await table.answer("offers", offers(move(1, 1)));
  });

  it("is prepared, listed or not, with its odds", async () => {
    void acting.prepareTyped("move to 1,1", () => undefined);
    await settled();
    expect(acting.choice).toMatchObject({ words: "move to 1,1", group: "move" });
    expect(acting.foresight.odds.is).toBe("asked");
    void acting.prepareTyped("sing", () => undefined);
    const seen: Reply = { is: "preview", lines: [], circumstances: [], magic: null, area: null, way: [] };
    table.requests = table.requests.filter(({ request }) => "words" in request && request.words === "sing");
    await table.answer("preview", seen);
    expect(acting.choice?.words).toBe("sing");
    expect(table.requests.map(({ request }) => request.is)).not.toContain("act");
  });

  it("is not prepared any more once something else was pointed at", async () => {
    void acting.prepareTyped("sing", () => undefined);
    acting.pickCell([1, 1]);
    await table.answer("preview", {
      is: "preview",
      lines: [],
      circumstances: [],
      magic: null,
      area: null,
      way: [],
    });
    expect(acting.choice?.words).toBe("move to 1,1");
  });
});

describe("what is left to whoever ends their turn", () => {
  const turn = (left: number) => {
    const row = { who: 0, active: true, pips: [["actions", left, 3]] } as unknown as TimeRow;
    table.known = { ...table.known, time: { ...table.known.time, rows: [row] } };
    return acting.unused(question(0, "What does guard 0 do?", "turn"));
  };

  it("is said in words", () => {
    expect(turn(3)).toBe("3 actions");
    expect(turn(1)).toBe("1 action");
    expect(turn(0)).toBeUndefined();
    expect(acting.unused(question(0, "Does guard 0 step in?"))).toBeUndefined();
  });
});

describe("all who are asked the same", () => {
  const both = () => [question(1, "Does guard 1 step in?"), question(2, "Does guard 2 step in?")];

  beforeEach(() => {
    table.asks(...both());
    void acting.passing.passAll();
  });

  it("pass one after the other, and once however often that is wished for", async () => {
    void acting.passing.passAll();
    expect(table.passing).toEqual([1]);
    table.asks(both()[1]!);
    await table.answer("pass", DONE);
    expect(table.passing).toEqual([2]);
    await table.answer("pass", DONE);
    expect(table.passing).toEqual([]);
    expect(acting.sending).toBe(false);
  });

  it("pass although the page shows it late", async () => {
    const [{ fail }] = table.requests as [(typeof table.requests)[number]];
    table.requests = [];
    fail(new Refused({ is: "stale", changed: [] }));
    await vi.advanceTimersByTimeAsync(500);
    expect(table.passing).toEqual([1]);
  });

  it("do not pass on what is asked then in other words", async () => {
    table.asks(question(2, "How does guard 2 defend?"));
    await table.answer("pass", DONE);
    expect(table.passing).toEqual([]);
  });

  it("do not pass on what is asked in the same words after something has happened", async () => {
    table.tells();
    table.asks(...both());
    await table.answer("pass", DONE);
    expect(table.passing).toEqual([]);
  });
});

describe("an action that is let pass to its end", () => {
  const steps = () => [question(1, "Does guard 1 step in?")];
  const action = { who: 5, words: "runs to 4,4", names: [], passed: [] };

  beforeEach(async () => {
    table.known = { ...table.known, time: { ...table.known.time, underway: [action] } };
    table.asks(...steps());
    void acting.passing.keepOut(action);
    table.asks();
    await table.answer("pass", DONE);
  });

  /** The same is asked once more. */
  async function again(): Promise<void> {
    table.tells();
    table.asks(...steps());
    void acting.passing.goOn();
    await settled();
  }

  it("is let pass wherever it may be stepped into", async () => {
    await again();
    expect(table.passing).toEqual([1]);
  });

  it("is not let pass any more once something was taken back", async () => {
    table.turned++;
    await again();
    expect(table.passing).toEqual([]);
    expect(acting.passing.isOn).toBe(false);
  });
});

describe("while the game is paused", () => {
  it("players decide nothing", async () => {
    table.isHeld = true;
    const [one] = [question(1, "Does guard 1 step in?")];
    table.asks(one);
    expect(await acting.do("strike")).toBe(false);
    expect(await acting.pass(one)).toBe(false);
    expect(await acting.passing.passAll()).toBe(false);
    expect(table.requests).toEqual([]);
  });
});

describe("what is answered in secret", () => {
  beforeEach(async () => {
    table.asks({ ...question(0, "Which stance does guard 0 take?"), secret: true });
    void acting.load(table.questions[0]!);
    await table.answer("offers", offers(move(1, 1)));
    void acting.do("move to 1,1");
    table.asks();
    await table.answer("act", DONE);
  });

  it("is said to whoever answered until more is told", () => {
    expect(acting.meant.map(({ who, words }) => [who, words])).toEqual([[0, "Move to 1,1"]]);
    table.tells();
    expect(acting.meant).toEqual([]);
  });

  it("is nothing any more once it was taken back", () => {
    table.turned++;
    expect(acting.meant).toEqual([]);
  });
});
