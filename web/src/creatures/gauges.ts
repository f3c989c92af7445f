// Gauges as they are shown.

import type { GaugeSeen } from "../protocol/GaugeSeen";

/** How full words without numbers say that a gauge is. */
const ROUGH: Record<string, number> = {
  "none left": 0,
  "nearly none left": 0.15,
  "less than half": 0.4,
  "half left": 0.5,
  "more than half": 0.65,
  "nearly full": 0.88,
  full: 1,
  none: 0,
  little: 0.15,
  some: 0.4,
  much: 0.7,
  "at its limit": 1,
};

const RISING = new Set(["none", "little", "some", "much", "at its limit"]);

/** How full a gauge is, from 0 to 1; nothing where that is not told. */
export function fullness(gauge: GaugeSeen): number | undefined {
  if ("roughly" in gauge) return ROUGH[gauge.roughly];
  const { current, maximum } = gauge.exact;
  return maximum <= 0 ? undefined : Math.min(1, Math.max(0, current / maximum));
}

/** Whether the gauge rises as things go badly. */
export function rises(gauge: GaugeSeen): boolean {
  return "roughly" in gauge ? RISING.has(gauge.roughly) : gauge.exact.rises;
}

export function amount(gauge: GaugeSeen): string {
  if ("roughly" in gauge) return gauge.roughly;
  const { current, maximum, temporary } = gauge.exact;
  const number = current < 0 ? `−${-current}` : String(current);
  return `${number}/${maximum}${temporary > 0 ? ` +${temporary}` : ""}`;
}

/** How well it looks: what a colour says, as a word. */
export function state(gauge: GaugeSeen): "well" | "hurt" | "low" {
  const full = fullness(gauge);
  if (full === undefined) return "well";
  const left = rises(gauge) ? 1 - full : full;
  if (left > 0.5) return "well";
  return left > 0.25 ? "hurt" : "low";
}

/** Conditions, those of one kind towards several others as one: `Hidden (ann, bob)`. */
export function gathered(conditions: readonly string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const condition of conditions) {
    const towards = /^(.*) \((.*)\)$/.exec(condition);
    const kind = towards?.[1] ?? condition;
    const others = kinds.get(kind) ?? [];
    if (towards?.[2]) others.push(towards[2]);
    kinds.set(kind, others);
  }
  return [...kinds].map(([kind, others]) => (others.length === 0 ? kind : `${kind} (${others.join(", ")})`));
}
