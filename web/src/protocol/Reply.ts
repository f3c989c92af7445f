import type { AccountSeen } from "./AccountSeen";
import type { Advice } from "./Advice";
import type { BranchSeen } from "./BranchSeen";
import type { ChanceReport } from "./ChanceReport";
import type { LogLine } from "./LogLine";
import type { OfferGroup } from "./OfferGroup";
import type { RuleText } from "./RuleText";
import type { Seat } from "./Seat";

export type Reply = { "is": "done" } | { "is": "offers", seen: number, groups: Array<OfferGroup>, } | { "is": "odds", report: ChanceReport, } | { "is": "advice", advice: Advice, } | { "is": "why", lines: Array<LogLine>, rules: Array<RuleText>, } | { "is": "rules", rules: Array<RuleText>, } | { "is": "account", account: AccountSeen, } | { "is": "branches", branches: Array<BranchSeen>, } | { "is": "log", lines: Array<LogLine>, } | { "is": "seats", seats: Array<Seat>, } | { "is": "link", seat: Seat, token: string, };
