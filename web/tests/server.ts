import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { test as base } from "@playwright/test";

/** The program, as the test run has built it. */
const PROGRAM = process.env.AFFRAY ?? join(process.env.CARGO_TARGET_DIR ?? "../target", "debug", "affray");

/** A server with a database of its own. */
export class Server {
  readonly data = mkdtempSync(join(tmpdir(), "affray-"));
  address = "";
  #program: ChildProcess | undefined;

  /** Starts it, at the same port as before if it was there before. */
  async start(): Promise<void> {
    const port = this.address === "" ? "0" : new URL(this.address).port;
    const program = spawn(PROGRAM, ["serve", "--port", port, "--data", this.data], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#program = program;
    this.address = await new Promise((found, failed) => {
      program.once("error", failed);
      program.once("exit", (code) => failed(new Error(`the server has ended with ${code}`)));
      createInterface({ input: program.stdout }).once("line", (line) => {
        const address = /http:\S+/.exec(line)?.[0];
        if (address) found(address);
        else failed(new Error(line));
      });
    });
  }

  /** Ends it without warning. */
  async kill(): Promise<void> {
    const program = this.#program;
    if (!program) return;
    program.removeAllListeners("exit");
    const over = new Promise((done) => program.once("exit", done));
    program.kill("SIGKILL");
    await over;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Asks over HTTP. */
  async http<T>(method: string, path: string, token = "", body?: unknown): Promise<T> {
    const answer = await fetch(this.address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  /** Begins a table; gives its id and its game master's secret. */
  async begin(scenario: string, seed = 7): Promise<{ id: string; token: string }> {
    interface Begun {
      table: { id: string };
      token: string;
    }
    const begun = await this.http<Begun>("POST", "/api/tables", "", { scenario, seed });
    return { id: begun.table.id, token: begun.token };
  }

  /** Asks a table something. */
  async ask<T>(table: { id: string; token: string }, request: unknown): Promise<T> {
    return this.http<T>("POST", `/api/tables/${table.id}/requests`, table.token, request);
  }

  /** A link for a player of these creatures. */
  async player(table: { id: string; token: string }, creatures: number[], name: string): Promise<string> {
    const request = { is: "add-seat", role: "player", creatures, name };
    const { token } = await this.ask<{ token: string }>(table, request);
    return `${this.address}/table#${token}`;
  }

  link(table: { token: string }): string {
    return `${this.address}/table#${table.token}`;
  }
}

export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
