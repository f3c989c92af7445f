export type Gauge = { current: number, maximum: number, temporary: number, rises: boolean, };
