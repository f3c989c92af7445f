export type TableInfo = { id: string, name: string, system: string, system_name: string, };
