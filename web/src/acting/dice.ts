// Dice as they are written, `2d6+3`, in words and as buttons.

/** What a pool of dice is, as far as people need to know it who throw it. */
export interface Pool {
  count: number;
  sides: number;
  /** Whether a die that shows its highest face is thrown again and added. */
  explodes: boolean;
  keeps: { which: "highest" | "lowest"; many: number } | undefined;
  counted: { least: boolean; face: number } | undefined;
  times: number;
  plus: number;
  /** Which one counts where every die is thrown twice. */
  luck: "higher" | "lower" | undefined;
}

const WRITTEN = /^(\d*)d(\d+)(!\d*)?(?:k([hl])(\d+))?(?:([<>])=(\d+))?(?:\*(\d+))?([+-]\d+)?(?: (adv|dis))?$/;

/** The pool that is written so; nothing where it is written in another way. */
export function poolOf(written: string): Pool | undefined {
  const found = WRITTEN.exec(written.trim());
  if (!found) return undefined;
  const [, count, sides, bang, which, many, than, face, times, plus, luck] = found;
  return {
    count: Number(count || 1),
    sides: Number(sides),
    explodes: bang !== undefined,
    keeps: which ? { which: which === "h" ? "highest" : "lowest", many: Number(many) } : undefined,
    counted: than ? { least: than === ">", face: Number(face) } : undefined,
    times: Number(times ?? 1),
    plus: Number(plus ?? 0),
    luck: luck === undefined ? undefined : luck === "adv" ? "higher" : "lower",
  };
}

const die = ({ count, sides }: Pool) => `${count > 1 ? count : ""}d${sides}`;

/** A pool in words: `d20 dis` is “d20, twice, the lower counts”. What is short and known stays as it is written. */
export function poolWords(written: string): string {
  const pool = poolOf(written);
  if (!pool) return written;
  const { count, explodes, keeps, counted, times, plus, luck, sides } = pool;
  const sum = `${times === 1 ? "" : `, times ${times}`}${plus === 0 ? "" : plus > 0 ? ` + ${plus}` : ` − ${-plus}`}`;
  const parts = [die(pool)];
  if (luck) parts.push(`${count > 1 ? "each " : ""}twice, the ${luck} counts`);
  if (explodes) parts.push(`again after every ${sides}`);
  if (keeps)
    parts.push(keeps.many === 1 ? `the ${keeps.which} counts` : `the ${keeps.many} ${keeps.which} count`);
  if (counted) parts.push(`each of ${counted.face} or ${counted.least ? "more" : "less"} counts`);
  const isPlain = parts.length === 1 && times === 1;
  if (isPlain) return written.trim();
  // After words a sum would seem to belong to them alone.
  return sum === "" ? parts.join(", ") : `${parts.join(", ")};${sum.replace(/^,/, "")}`;
}

const SIDES_MAX = 20;
const TAPPED_MAX = 6;

/** How many dice are tapped for a pool, one after the other: none where it is not known how many fall, or there are too many faces. */
export function tapped({ count, sides, explodes, luck }: Pool): number {
  const dice = count * (luck ? 2 : 1);
  return explodes || sides > SIDES_MAX || dice > TAPPED_MAX ? 0 : dice;
}

/** What the roll comes to with a face, where a single die makes it something else than the face. */
export function total(
  { count, luck, explodes, counted, times, plus }: Pool,
  face: number,
): number | undefined {
  const isSingle = count === 1 && !luck && !explodes && !counted;
  return isSingle && (times !== 1 || plus !== 0) ? face * times + plus : undefined;
}

/** What is wrong with faces that no die of the pool shows; nothing where that is not known. */
export function misread(pool: Pool, shown: string): string | undefined {
  if (!/^\d+([ ,]+\d+)*$/.test(shown)) return undefined;
  const isWrong = shown.split(/[ ,]+/).some((face) => Number(face) < 1 || Number(face) > pool.sides);
  return isWrong ? `A d${pool.sides} shows 1 to ${pool.sides}.` : undefined;
}

/** What has to be known to type what dice show that are thrown again. */
export function hint({ explodes, sides, count }: Pool): string {
  if (!explodes) return "";
  const faces = `${sides} ${Math.ceil(sides / 2)}`;
  const which = count === 1 ? `a ${sides}` : `every ${sides}`;
  return `After ${which} the die is thrown again and added: enter all that fell, such as ${faces}.`;
}

/** Faces as they may be typed for a pool. */
export function example(pool: Pool): string {
  const middle = Math.ceil(pool.sides / 2);
  const dice = pool.explodes ? 1 : pool.count * (pool.luck ? 2 : 1);
  if (dice === 1) return String(middle);
  const faces = Array.from({ length: Math.min(dice, TAPPED_MAX) }, (_, at) => Math.max(1, middle - (at % 2)));
  return `${faces.join(" ")}${pool.luck ? "" : ", or =7 in all"}`;
}
