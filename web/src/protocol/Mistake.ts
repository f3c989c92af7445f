export type Mistake = { file: string, line: number, column: number, path: string, message: string, hint: string | null, };
