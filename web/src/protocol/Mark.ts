export type Mark = "acted" | "acts" | "busy" | "ready";
