export type RuleText = { id: string, text: string, formula: string | null, ruling: string | null, };
