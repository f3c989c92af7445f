// Chances as people read them.

import type { Change } from "../protocol/Change";
import type { ChanceReport } from "../protocol/ChanceReport";
import type { Effect } from "../protocol/Effect";
import type { Risk } from "../protocol/Risk";
import type { Share } from "../protocol/Share";
import type { VerdictChance } from "../protocol/VerdictChance";
import { capital } from "./arrange";

/** What comes about in all but endless courses of the dice. */
export const isSure = (share: Pick<Share, "value">) => share.value > 0.9999;

/** A roll and what it may come to. */
export interface RollChances extends Pick<VerdictChance, "by" | "roll" | "rolled"> {
  verdicts: VerdictChance[];
}

/** Verdicts, each with those of the same roll. */
export function byRoll(verdicts: readonly VerdictChance[]): RollChances[] {
  const rolls: RollChances[] = [];
  for (const verdict of verdicts) {
    const { by, roll, rolled } = verdict;
    const known = rolls.find((one) => one.by === by && one.roll === roll);
    if (known) known.verdicts.push(verdict);
    else rolls.push({ by, roll, rolled, verdicts: [verdict] });
  }
  return rolls;
}

/** Whether a roll is told of in one way alone, whenever it is made: then there is nothing to compare. */
export const plainly = ({ verdicts, rolled }: RollChances) =>
  verdicts.length === 1 && Math.abs((verdicts[0]?.chance.value ?? 0) - rolled.value) < 0.0005;

/** Whether it comes to several things at once, as where it is held against several creatures: then they are no alternatives. */
export const repeats = ({ verdicts, rolled }: RollChances) =>
  verdicts.reduce((sum, { chance }) => sum + chance.value, 0) > rolled.value + 0.005;

/** Whose and what a risk is, as effects and changes have it: `dagger: broken` of garret is `broken` of `dagger of garret`. */
function ofRisk({ what }: Risk, who: string): { name: string; what: string; isThing: boolean } {
  const end = what.lastIndexOf(": ");
  return end < 0
    ? { name: who, what, isThing: false }
    : { name: `${what.slice(0, end)} of ${who}`, what: what.slice(end + 2), isThing: true };
}

/**
 * The risks that need words of their own. What is sure is none, and what is told already is not told twice; but of somebody's own gauges, which
 * may rise as well as fall, how likely and how far they do the worse.
 */
export function risksApart(
  { name: who, risks }: Pick<ChanceReport, "name" | "risks">,
  told: readonly (Effect | Change)[],
): Risk[] {
  return risks.filter((risk) => {
    const { name, what, isThing } = ofRisk(risk, who);
    const isTold = told.some((one) => one.name === name && ("gauge" in one ? one.gauge : one.what) === what);
    return !isSure(risk.chance) && !(isTold && (isThing || risk.mean === null));
  });
}

/** "63%", "0.4%", and for samples with what they leave open. */
export function percent(share: Pick<Share, "value">): string {
  const hundred = share.value * 100;
  if (hundred > 0 && hundred < 0.1) return "<0.1%";
  if (hundred > 99.9 && hundred < 100) return ">99.9%";
  const digits = hundred < 10 && hundred % 1 !== 0 ? 1 : 0;
  return `${hundred.toFixed(digits)}%`;
}

/** A mean with its sign: "−7.3", "+2". */
export function signed(mean: number): string {
  const size = Math.abs(mean);
  const words = size >= 10 ? size.toFixed(0) : size.toFixed(1).replace(/\.0$/, "");
  return `${mean < 0 && words !== "0" ? "−" : "+"}${words}`;
}

/** So little is nothing, on average and in chances. */
const LEAST_MEAN = 0.005;
const LEAST_CHANCE = 0.0005;

/** What changes at all on average. */
export const changesOf = ({ changes }: Pick<ChanceReport, "changes">): Change[] =>
  changes.filter((change) => Math.abs(change.mean) >= LEAST_MEAN);

/** What comes about now and then at least. */
export const effectsOf = ({ effects }: Pick<ChanceReport, "effects">): Effect[] =>
  effects.filter((effect) => effect.chance.value > LEAST_CHANCE);

/** So much of it is told in one line. */
const STAKES_MAX = 4;

/**
 * What may come of something, in a line, first for whom it is about: gauges that go up or down on average, then what else becomes of them, that
 * they drop first. Whose it is, unless it is theirs. What there is no room for is left out, last of all that they themselves drop, and a sign
 * stands for it.
 */
export function atStake(report: Pick<ChanceReport, "name" | "changes" | "effects">): string[] {
  const isOwn = ({ name }: { name: string }) => name === report.name;
  const drops = ({ change }: Effect) => change === "drops";
  const told = (one: { name: string }, words: string, isDrop: boolean) => ({
    words: `${isOwn(one) ? "" : `${capital(one.name)}: `}${words}`,
    isOwn: isOwn(one),
    rank: (isOwn(one) ? 0 : 2) + (isDrop ? 0 : 1),
  });
  const gauges = changesOf(report).map((one) => {
    const average = one.distribution.length === 1 ? "" : " on average";
    return told(one, `${one.gauge} ${signed(one.mean)}${average}`, false);
  });
  const effects = effectsOf(report).toSorted((one, other) => Number(drops(other)) - Number(drops(one)));
  const others = effects.map((one) => told(one, `${one.what} ${percent(one.chance)}`, drops(one)));
  const all = [...gauges, ...others].toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
  const kept = new Set(all.toSorted((one, other) => one.rank - other.rank).slice(0, STAKES_MAX));
  const words = all.filter((one) => kept.has(one)).map((one) => one.words);
  return kept.size < all.length ? [...words, "…"] : words;
}

/** What the first roll that is open comes to most likely, in words, but for what is sure; whose it is and what for, unless it is that creature's own. */
export function likely(verdicts: readonly VerdictChance[], name: string): string[] {
  const open = (roll: RollChances) => roll.verdicts.filter(({ chance }) => !isSure(chance));
  const first = byRoll(verdicts).find((roll) => open(roll).length > 0);
  if (first === undefined) return [];
  const { by, roll } = first;
  const whose = by === name ? "" : `${capital(by === null ? roll : `${by}, ${roll}`)}: `;
  const often = repeats(first) ? " at least once" : "";
  const all = open(first).toSorted((one, other) => other.chance.value - one.chance.value);
  const told = all.slice(0, 2).map(({ verdict, chance }) => `${verdict} ${percent(chance)}${often}`);
  return told.map((words, index) => (index === 0 ? whose + words : words));
}
