export type Depth = "heading" | "event" | "number";
