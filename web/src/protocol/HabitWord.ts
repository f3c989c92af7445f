export type HabitWord = "ask" | "never" | "always";
