export type Role = "game-master" | "player" | "watcher";
