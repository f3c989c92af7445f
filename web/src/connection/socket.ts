// The line to a table: says who one is, numbers requests, and comes back by itself with what was seen last.

import type { ClientMessage } from "../protocol/ClientMessage";
import type { Occasion } from "../protocol/Occasion";
import type { Problem } from "../protocol/Problem";
import type { Reply } from "../protocol/Reply";
import type { Request } from "../protocol/Request";
import type { Seat } from "../protocol/Seat";
import type { ServerMessage } from "../protocol/ServerMessage";
import type { TableInfo } from "../protocol/TableInfo";
import type { Update } from "../protocol/Update";
import { Refused } from "./http";

export type LineState = "connecting" | "open" | "lost" | "refused";

export interface Listener {
  welcome(table: TableInfo, seat: Seat, occasions: Occasion[]): void;
  update(update: Update): void;
  /** The same fight is played again at another table, where this is the secret of one's own link. */
  ledOn(token: string): void;
  state(state: LineState, problem?: Problem): void;
}

const RETRY_FIRST = 300;
const RETRY_MAX = 8_000;

/** So long nothing may be heard while something is waited for; then it is asked whether anybody is there, in milliseconds. */
const PATIENCE = 5_000;
/** So long after that the connection is given up, in milliseconds, and one that does not come about: a browser notices much later that it has another network. */
const SILENCE_MAX = 12_000;
/** So long it may take to be welcomed, in milliseconds: the table may have to be read first. */
const WELCOME_WITHIN = 60_000;

/** So long nothing may be heard in a page that is looked at before it is asked whether anybody is there, in milliseconds. */
const REST = 30_000;

/** What is answered with as good as nothing. */
const LIFE_SIGN: Request = { is: "log", since: Number.MAX_SAFE_INTEGER };

type Waiting = { answer: (reply: Reply) => void; fail: (reason: Refused) => void };

/** Problems after which it is of no use to come back: what was too much of a greeting is so again. */
const isFinal = (problem: Problem, welcomed: boolean) =>
  problem.is === "unknown" || problem.is === "not-yours" || (problem.is === "too-much" && !welcomed);

export class Line {
  #socket: WebSocket | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #run: number | undefined;
  #number: number | undefined;
  #retry = RETRY_FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while nothing is heard. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** Ends the hearing of what the browser says of the network. */
  readonly #over = new AbortController();
  #welcomed = false;
  #closed = false;
  /** What the server said before it ended the connection. */
  #trouble: Problem | undefined;

  constructor(
    readonly token: string,
    readonly name: string | undefined,
    readonly listener: Listener,
  ) {
    const { signal } = this.#over;
    window.addEventListener("online", () => this.#renew(), { signal });
    window.addEventListener("offline", () => this.#giveUp(), { signal });
    document.addEventListener("visibilitychange", () => this.#seen(), { signal });
    this.#open();
  }

  /** Asks something. The promise fails with [`Refused`] where it was not taken. */
  ask(request: Request): Promise<Reply> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN || !this.#welcomed) {
      return Promise.reject(new Refused({ is: "failed", message: "There is no connection just now." }));
    }
    const id = this.#next++;
    return new Promise((answer, fail) => {
      this.#waiting.set(id, { answer, fail });
      this.#send({ is: "ask", id, request });
      // Whoever asks again does not put off that the connection is given up.
      if (this.#waiting.size === 1) this.#probeAfter(PATIENCE);
    });
  }

  close(): void {
    this.#end();
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  /** Forgets what was seen, so that everything is sent anew. */
  again(): void {
    this.#number = undefined;
    this.#socket?.close();
  }

  /** No other connection is opened any more. */
  #end(): void {
    this.#closed = true;
    this.#over.abort();
  }

  /** Asks whether anybody is there. */
  #probe(): void {
    this.#send({ is: "ask", id: this.#next++, request: LIFE_SIGN });
    this.#giveUpAfter(SILENCE_MAX);
  }

  /** Asks so much later whether anybody is there, unless something is heard before. */
  #probeAfter(wait: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#probe(), wait);
  }

  /** A page that is not looked at is not worth the asking: it is asked when somebody looks. */
  #rest(): void {
    if (document.visibilityState === "visible") this.#probe();
    else this.#restAgain();
  }

  #restAgain(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#rest(), REST);
  }

  #giveUpAfter(wait: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(), wait);
  }

  /** Whoever does not answer any more has lost the connection as well. */
  #giveUp(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#lost(socket);
  }

  /** There is another network: what went over the one before comes no more. */
  #renew(): void {
    this.#giveUp();
    this.#retry = RETRY_FIRST;
    this.#soon();
  }

  /** The page is looked at again: what was lost meanwhile is not waited for any longer. */
  #seen(): void {
    if (document.visibilityState !== "visible") return;
    if (!this.#socket) this.#soon();
    else if (this.#welcomed) this.#probe();
  }

  /** Opens a connection where there is none, without waiting. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#open();
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #open(): void {
    this.listener.state("connecting", this.#trouble);
    this.#welcomed = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.#socket = socket;
    this.#giveUpAfter(SILENCE_MAX);
    socket.onopen = () => {
      this.#giveUpAfter(WELCOME_WITHIN);
      this.#trouble = undefined;
      this.#send(this.#hello());
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #hello(): ClientMessage {
    const hello: ClientMessage = { is: "hello", token: this.token };
    if (this.name !== undefined) hello.name = this.name;
    const [run, number] = [this.#run, this.#number];
    if (run !== undefined && number !== undefined) hello.have = { run, number };
    return hello;
  }

  #hear(message: ServerMessage): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#take(message);
    if (this.#waiting.size > 0) this.#probeAfter(PATIENCE);
    else if (!this.#closed && this.#socket) this.#restAgain();
  }

  #take(message: ServerMessage): void {
    switch (message.is) {
      case "welcome":
        this.#welcomed = true;
        this.#retry = RETRY_FIRST;
        this.#run = message.run;
        this.listener.welcome(message.table, message.seat, message.occasions);
        this.listener.state("open");
        break;
      case "update":
        this.#laid(message);
        break;
      case "led-on":
        this.listener.ledOn(message.token);
        break;
      case "reply":
        this.#answered(message.id)?.answer(message.reply);
        break;
      case "problem":
        if (message.id === null) this.#refused(message.problem);
        else this.#answered(message.id)?.fail(new Refused(message.problem));
    }
  }

  #answered(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #laid(update: Update): void {
    if (!update.whole && this.#number !== undefined && update.number !== this.#number + 1) {
      // A gap: nothing that follows can be trusted.
      this.again();
      return;
    }
    this.#number = update.number;
    this.listener.update(update);
  }

  #refused(problem: Problem): void {
    if (!isFinal(problem, this.#welcomed)) {
      // It is told as long as there is no line, and tried again.
      this.#trouble = problem;
      return;
    }
    this.#end();
    this.listener.state("refused", problem);
    this.#socket?.close();
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const lost = new Refused({ is: "failed", message: "The connection was lost before an answer came." });
    for (const waiting of this.#waiting.values()) waiting.fail(lost);
    this.#waiting.clear();
    // Ids need only be new on one connection.
    this.#next = 1;
    if (this.#closed) return;
    this.listener.state("lost", this.#trouble);
    this.#timer = setTimeout(() => this.#open(), this.#retry * (0.75 + Math.random() / 2));
    this.#retry = Math.min(this.#retry * 2, RETRY_MAX);
  }
}
