import { describe, expect, it } from "vitest";

import type { CircumstanceSeen } from "../protocol/CircumstanceSeen";
import type { Request } from "../protocol/Request";
import type { Acting } from "./acting.svelte";
import { Aiming, circumstanceWords, marked } from "./aiming.svelte";
import { typed, type Choice } from "./arrange";

const name = (who: number) => ["Ann", "Ogg", "Cid"][who] ?? "";
const flanked: CircumstanceSeen = { what: "flanking", value: 2, rule: "flanking/bonus", from: [2] };
const covered: CircumstanceSeen = { what: "Disadvantage: Cover", value: null, rule: "some/rule", from: [] };
const at = (target: number, words = `strike ${target}`): Choice => ({ ...typed(words), targets: [target] });

/** Whoever asks is told that everybody is flanked. */
class Aimed {
  question = { who: 0, question: "What does Ann do?" };
  choice: Choice | undefined;
  listed: Choice[] = [];
  asked: Request[] = [];
  table = { known: { stirred: 1 }, turned: 0, name };
  foresight = {
    circumstances: [covered],
    unlessRefused: (_kind: string, request: Request) => {
      this.asked.push(request);
      return Promise.resolve({ is: "preview", circumstances: [flanked] });
    },
  };
}

const begun = () => {
  const acting = new Aimed();
  return { acting, aiming: new Aiming(acting as unknown as Acting) };
};

describe("what counts where somebody is aimed at", () => {
  it("is said with its size and of whom it comes", () => {
    expect(circumstanceWords(flanked, name)).toBe("flanking +2 (Cid)");
    expect(circumstanceWords(covered, name)).toBe("Disadvantage: Cover");
  });

  it("is gathered for each target, each thing once", () => {
    const marks = marked(
      [
        [at(1), [flanked]],
        [at(1, "strike 1 with a dagger"), [flanked, covered]],
        [at(3), []],
      ],
      name,
    );
    expect([...marks]).toEqual([
      [
        1,
        {
          words: ["flanking +2 (Cid)", "Disadvantage: Cover"],
          short: ["flanking +2", "Disadvantage: Cover"],
          from: [2],
        },
      ],
    ]);
  });

  it("is asked once of each act, and anew when something has happened", async () => {
    const { acting, aiming } = begun();
    acting.listed = [at(1), at(3)];
    await aiming.look(acting.listed);
    await aiming.look(acting.listed);
    expect(acting.asked).toHaveLength(2);
    expect([...aiming.marks.keys()]).toEqual([1, 3]);
    acting.table.known.stirred = 2;
    await aiming.look(acting.listed.slice(1));
    expect(acting.asked).toHaveLength(3);
    expect([...aiming.marks.keys()]).toEqual([3]);
    expect(aiming.foreseen("strike 3")?.circumstances).toEqual([flanked]);
    acting.table.known.stirred = 3;
    expect(aiming.foreseen("strike 3")).toBeUndefined();
  });

  it("is not asked of more than one can look at", async () => {
    const { acting, aiming } = begun();
    await aiming.look(Array.from({ length: 100 }, (_, number) => at(number)));
    expect(acting.asked).toHaveLength(24);
  });

  it("is told of an act that is prepared without having been listed", () => {
    const { acting, aiming } = begun();
    acting.choice = at(1);
    expect([...aiming.marks]).toEqual([
      [1, { words: ["Disadvantage: Cover"], short: ["Disadvantage: Cover"], from: [] }],
    ]);
  });
});
