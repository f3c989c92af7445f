export type Habit = "ask" | "never" | "always";
