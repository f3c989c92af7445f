import type { Basis } from "./Basis";
import type { Decision } from "./Decision";
import type { Effect } from "./Effect";
import type { Risk } from "./Risk";
import type { Row } from "./Row";
import type { Share } from "./Share";
import type { Spread } from "./Spread";
import type { VerdictChance } from "./VerdictChance";

export type ChanceReport = { name: string, act: string, basis: Basis, decisions: Array<Decision>, rows: Array<Row>, verdicts: Array<VerdictChance>, effects: Array<Effect>, spreads: Array<Spread>, risks: Array<Risk>, tail: Share, };
