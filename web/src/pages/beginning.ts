// Whether a fight waits for its game master to begin it.

import type { Known } from "../state/lay";

/** Whether the game is paused before anything of it has been told. */
export function isWaiting({ settings, standing, log, progress }: Known): boolean {
  const isUntold = progress.length === 0 && log.every(({ kind, entry }) => kind !== "told" || entry === null);
  return settings.paused && standing.is !== "over" && isUntold;
}
