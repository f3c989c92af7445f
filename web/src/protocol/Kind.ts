export type Kind = "told" | "undone" | "remark";
