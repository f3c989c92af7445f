// Figures of a sheet as they are shown.

import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { FigureSeen } from "../protocol/FigureSeen";

/** Whether the numbers of a creature are told here, and so its sheet. */
export function tellsNumbers(creature: CreatureSeen): boolean {
  return creature.gauges.some(([, gauge]) => "exact" in gauge);
}

/** The rules behind a figure, each once, the one that makes it first. */
export function rulesOf(figure: FigureSeen): string[] {
  const all = [figure.rule, ...figure.parts.map((part) => part.rule)];
  return [...new Set(all.filter((rule) => rule !== null))];
}

/** A number as it is added: `+3`, `−1`. */
export function withSign(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
