// Whether a fight waits for its game master to begin it.

import type { Known } from "../state/lay";

/** Whether the game is paused before anything of it has happened: what the game master sets beforehand belongs to this time. */
export function isWaiting({ settings, standing }: Pick<Known, "settings" | "standing">): boolean {
  return settings.paused && !settings.begun && standing.is !== "over";
}
