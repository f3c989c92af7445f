import type { Cell } from "./Cell";
import type { CreatureId } from "./CreatureId";
import type { CreatureSeen } from "./CreatureSeen";
import type { LogLine } from "./LogLine";
import type { MapView } from "./MapView";
import type { Person } from "./Person";
import type { Settings } from "./Settings";
import type { Standing } from "./Standing";
import type { TimeView } from "./TimeView";

export type Update = { number: number, whole: boolean, creatures?: Array<CreatureSeen>, gone?: Array<CreatureId>, time?: TimeView, map?: MapView, things?: Array<[Cell, string]>, sides?: Array<string>, asked?: Array<CreatureId>, standing?: Standing, log?: Array<LogLine>, progress?: Array<LogLine>, settings?: Settings, people?: Array<Person>, };
