// Stands in for the browser in tests: sockets over which the test says what the server does.

import { vi } from "vitest";

import type { ClientMessage } from "../protocol/ClientMessage";
import type { ServerMessage } from "../protocol/ServerMessage";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];

  static get last(): FakeSocket {
    const last = this.all.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: (() => void) | undefined;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  /** Begins to close: without anybody at the other end that takes its time. */
  close(): void {
    this.readyState = 2;
  }

  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection comes about, and the table welcomes whoever says hello. */
  welcome(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    const table = { id: "t", name: "Table", system: "energy", system_name: "Energy & Aura" };
    const seat = { id: 1, role: "game-master", creatures: [], name: "Ada" };
    this.hear({ is: "welcome", table, seat, occasions: [], run: 1 } as unknown as ServerMessage);
  }

  /** What was asked, by kind. */
  get asked(): string[] {
    return this.sent.flatMap((message) => (message.is === "ask" ? [message.request.is] : []));
  }

  /** Answers what was asked last. */
  answer(): void {
    const last = this.sent.at(-1);
    if (last?.is === "ask") this.hear({ is: "reply", id: last.id, reply: { is: "done" } });
  }
}

/** Puts it in the place of the browser. */
export function fakeBrowser(): { window: EventTarget; document: EventTarget } {
  FakeSocket.all = [];
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible", hidden: false });
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.example" });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  return { window, document };
}
