export type Courses = { count: number, denominator: string, };
