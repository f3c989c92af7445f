// Chances as people read them.

import type { Share } from "../protocol/Share";

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
  return `${mean < 0 ? "−" : "+"}${words}`;
}
