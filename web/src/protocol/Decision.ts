export type Decision = { name: string, window: string, policy: string, };
