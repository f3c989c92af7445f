// How an update is laid over what was known.

import { capital } from "../acting/arrange";
import type { CreatureId } from "../protocol/CreatureId";
import type { CreatureSeen } from "../protocol/CreatureSeen";
import type { LogLine } from "../protocol/LogLine";
import type { MapView } from "../protocol/MapView";
import type { Person } from "../protocol/Person";
import type { Settings } from "../protocol/Settings";
import type { Standing } from "../protocol/Standing";
import type { TimeView } from "../protocol/TimeView";
import type { Update } from "../protocol/Update";
import type { Cell } from "../protocol/Cell";

/** Everything that a seat knows of its table. */
export interface Known {
  /** The number of the last update. */
  number: number;
  /** The number of the last update that told of more than people and settings. */
  stirred: number;
  creatures: CreatureSeen[];
  time: TimeView;
  map: MapView | null;
  things: [Cell, string][];
  sides: string[];
  asked: CreatureId[];
  standing: Standing;
  log: LogLine[];
  progress: LogLine[];
  settings: Settings;
  people: Person[];
}

/** So much is kept of what happened since somebody here did something. */
const SHOWN_MAX = 50;

export function nothing(): Known {
  return {
    number: 0,
    stirred: 0,
    creatures: [],
    time: { heading: "", rows: [], axis: null, stages: null, underway: [] },
    map: null,
    things: [],
    sides: [],
    asked: [],
    standing: { is: "busy" },
    log: [],
    progress: [],
    settings: {
      real_dice: false,
      dice_of: [],
      paused: false,
      begun: false,
      numbers: "words",
      hidden: [],
      controls: [],
      habits: [],
    } as Settings,
    people: [],
  };
}

/** What is known after the update. Parts that did not change stay the very same, so that only what changed is drawn anew. */
export function lay(before: Known, update: Update): Known {
  const known = update.whole ? nothing() : before;
  return {
    number: update.number,
    stirred: stirs(update) ? update.number : known.stirred,
    creatures: layCreatures(known.creatures, update.creatures ?? [], update.gone ?? []),
    time: update.time ?? known.time,
    map: update.map ?? known.map,
    things: update.things ?? known.things,
    sides: update.sides ?? known.sides,
    asked: update.asked ?? known.asked,
    standing: update.standing ?? known.standing,
    log: layLog(known.log, update.log ?? []),
    progress: update.progress ?? known.progress,
    settings: update.settings ?? known.settings,
    people: update.people ?? known.people,
  };
}

const isEvent = ({ depth, kind }: LogLine) => depth === "event" && kind === "told";

/** Of the log with the act in progress, what that act has come to and those lines that are shown. */
export function latest(told: readonly LogLine[], shown: readonly LogLine[], { log }: Known): LogLine[] {
  const numbers = new Set(shown.map(({ number }) => number));
  return told.filter((line) => (line.number < log.length ? numbers.has(line.number) : isEvent(line)));
}

/** What has happened since somebody here did something, once the update is known: what was taken back has not. */
export function happened(shown: readonly LogLine[], before: Known, update: Update): readonly LogLine[] {
  const log = update.log ?? [];
  const isNew = ({ number }: LogLine) => update.whole || number >= before.log.length;
  const isRemark = ({ kind }: LogLine) => kind === "remark" && !update.whole;
  const lines = log.filter((line) => isNew(line) && (isEvent(line) || isRemark(line)));
  const isUndone = log.some(({ kind }) => kind === "undone");
  const kept = isUndone || update.whole ? [] : shown;
  return lines.length === 0 && kept === shown ? shown : [...kept, ...lines].slice(-SHOWN_MAX);
}

/** Whether the game master has stepped in: something was taken back or set right, or the game was paused. */
export function isSteppedIn(before: Known, { log = [], settings }: Update): boolean {
  const isWord = ({ number, kind }: LogLine) => kind !== "told" && before.log[number]?.kind !== kind;
  return (settings?.paused === true && !before.settings.paused) || log.some(isWord);
}

/** Whether anything happened in the fight. */
function stirs(update: Update): boolean {
  const { number: _, whole, people: __, settings: ___, ...rest } = update;
  return whole || Object.keys(rest).length > 0;
}

function layCreatures(before: CreatureSeen[], changed: CreatureSeen[], gone: CreatureId[]): CreatureSeen[] {
  if (changed.length === 0 && gone.length === 0) return before;
  const byId = new Map(before.map((creature) => [creature.id, creature]));
  for (const id of gone) byId.delete(id);
  // Names are written as they are told of, however somebody has typed them.
  for (const creature of changed) byId.set(creature.id, { ...creature, name: capital(creature.name) });
  const names = new Map([...byId.values()].map(({ name }) => [name.toLowerCase(), name]));
  const told = (name: string) => names.get(name.toLowerCase()) ?? name;
  const named = (condition: string) =>
    condition.replace(/\(([^()]+)\)$/, (_, all: string) => `(${all.split(", ").map(told).join(", ")})`);
  for (const { id } of changed) {
    const creature = byId.get(id);
    if (creature) byId.set(id, { ...creature, conditions: creature.conditions.map(named) });
  }
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Lines are numbered from 0 without gaps, so that a line's number is its place. */
function layLog(before: LogLine[], changed: LogLine[]): LogLine[] {
  if (changed.length === 0) return before;
  const lines = before.slice();
  for (const line of changed) lines[line.number] = line;
  return lines.filter((line) => line !== undefined);
}
