// The requests that are not about one moment of a table: scenarios, rules, new tables.

import type { Problem } from "../protocol/Problem";
import type { RuleText } from "../protocol/RuleText";
import type { TableInfo } from "../protocol/TableInfo";
import type { Update } from "../protocol/Update";

/** A request that was not taken, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(sentence(problem));
  }
}

/** A problem in a sentence for whoever caused it. */
export function sentence(problem: Problem): string {
  switch (problem.is) {
    case "too-fast":
      return `That was too fast: try again in ${Math.ceil(problem.wait / 1000)} s.`;
    case "repeated":
      return "That was sent twice; it counts once.";
    case "stale":
      return `Something happened first, so nothing was done. ${problem.changed.join(" ")}`;
    case "mistakes":
      return problem.mistakes.map((mistake) => mistake.message).join("\n");
    default:
      return problem.message;
  }
}

export interface SystemInfo {
  id: string;
  name: string;
  edition: number;
  rules: number;
}

export interface ScenarioInfo {
  name: string;
  title: string;
  about: string | null;
  system: string;
  creatures: number;
}

export interface OpenedTable {
  table: TableInfo;
  token: string;
}

export interface SideChance {
  name: string;
  wins: number;
  chance: number;
  low: number;
  high: number;
}

export interface WinChances {
  fights: number;
  undecided: number;
  sides: SideChance[];
}

export interface Content {
  files: { name: string; text: string }[];
  creatures: string[];
}

/** What a TOML file holds. */
export type Tree = string | number | boolean | null | Tree[] | { [key: string]: Tree };

export interface Schema {
  [key: string]: unknown;
}

interface Asking {
  method?: string;
  token?: string;
  body?: unknown;
  signal?: AbortSignal;
}

async function answered(path: string, asking: Asking): Promise<Response> {
  const headers: Record<string, string> = {};
  if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
  if (asking.body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method: asking.method ?? (asking.body === undefined ? "GET" : "POST"),
      headers,
      body: asking.body === undefined ? undefined : JSON.stringify(asking.body),
      signal: asking.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused({ is: "failed", message: "The server does not answer." });
  }
  if (response.ok) return response;
  throw new Refused(await problemOf(response));
}

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (body && typeof body === "object" && "is" in body) return body as Problem;
  return { is: "failed", message: `The server says: ${response.status} ${response.statusText}` };
}

async function json<T>(path: string, asking: Asking = {}): Promise<T> {
  return (await (await answered(path, asking)).json()) as T;
}

export const systems = () => json<SystemInfo[]>("/api/systems");
export const scenarios = () => json<ScenarioInfo[]>("/api/scenarios");
export const scenarioText = (name: string) => json<{ text: string }>(`/api/scenarios/${name}`);
export const content = (system: string) => json<Content>(`/api/content/${system}`);
export const schemas = (system: string) => json<Record<string, Schema>>(`/api/schemas/${system}`);
export const openapi = () => json<Record<string, unknown>>("/api/openapi.json");

export const rules = (system: string, query: string, signal?: AbortSignal) =>
  json<{ rules: RuleText[]; total: number; exercised: number }>(
    `/api/rules/${system}?q=${encodeURIComponent(query)}`,
    { signal },
  );

export const check = (text: string, signal?: AbortSignal) =>
  json<{ update: Update; system: string }>("/api/scenarios/check", { body: { text }, signal });

export const winChances = (text: string, fights: number, signal?: AbortSignal) =>
  json<WinChances>("/api/scenarios/chance", { body: { text, fights }, signal });

export const readToml = (text: string) => json<{ tree: Tree }>("/api/scenarios/read", { body: { text } });
export const writeToml = (tree: Tree, signal?: AbortSignal) =>
  json<{ text: string }>("/api/scenarios/write", { body: { tree }, signal });

export interface Opening {
  name?: string;
  scenario?: string;
  text?: string;
  journal?: string;
  seed?: number;
}

export const openTable = (opening: Opening) => json<OpenedTable>("/api/tables", { body: opening });
export const closeTable = (id: string, token: string) =>
  answered(`/api/tables/${id}`, { method: "DELETE", token });
export const journal = async (id: string, token: string) =>
  (await answered(`/api/tables/${id}/journal`, { token })).text();
