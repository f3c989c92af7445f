export type Mistake = { file: string, line: number, column: number, message: string, hint: string | null, };
