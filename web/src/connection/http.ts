// The requests that are not about one moment of a table: scenarios, rules, new tables.

import { capital, withNames } from "../acting/arrange";
import type { BegunTable } from "../protocol/BegunTable";
import type { Chances } from "../protocol/Chances";
import type { CheckedScenario } from "../protocol/CheckedScenario";
import type { Content } from "../protocol/Content";
import type { NewTable } from "../protocol/NewTable";
import type { Problem } from "../protocol/Problem";
import type { Reply } from "../protocol/Reply";
import type { Request } from "../protocol/Request";
import type { RulesFound } from "../protocol/RulesFound";
import type { ScenarioSeen } from "../protocol/ScenarioSeen";
import type { SeenTable } from "../protocol/SeenTable";
import type { SystemSeen } from "../protocol/SystemSeen";
import type { Text } from "../protocol/Text";

/** A request that was not taken, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(sentence(problem));
  }
}

/** A problem in a sentence for whoever caused it. */
export function sentence(problem: Problem): string {
  return quoted(said(problem));
}

/** What is quoted as it is typed stands in quotation marks. */
export const quoted = (words: string): string => words.replace(/`([^`]*)`/g, "“$1”");

function said(problem: Problem): string {
  switch (problem.is) {
    case "too-fast":
      return `That was too fast: try again in ${Math.ceil(problem.wait / 1000)} s.`;
    case "repeated":
      return "That was sent twice; it counts once.";
    case "stale":
      return `Something happened first, so nothing was done. ${problem.changed.map(capital).join(" ")}`;
    case "mistakes":
      return [...problem.mistakes.map((mistake) => mistake.message), ...moreToFind(problem)].join("\n");
    default:
      return capital(withNames(problem.message, named(problem)));
  }
}

/** That what is wrong may keep more from being found, where it does. */
export function moreToFind(problem: Problem): string[] {
  const hides = problem.is === "mistakes" && problem.hide_others;
  return hides ? ["More may be found when this is mended."] : [];
}

/** Whom a problem names, as they are called at the table. */
function named(problem: Problem): string[] {
  return problem.is === "declined" && problem.why.because === "not-asked" ? [capital(problem.why.name)] : [];
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

export const systems = () => json<SystemSeen[]>("/api/systems");
export const scenarios = () => json<ScenarioSeen[]>("/api/scenarios");
export const scenarioText = (name: string) => json<Text>(`/api/scenarios/${name}`);
export const content = (system: string) => json<Content>(`/api/content/${system}`);
export const schemas = (system: string) => json<Record<string, Schema>>(`/api/schemas/${system}`);
export const openapi = () => json<Record<string, unknown>>("/api/openapi.json");

export const rules = (system: string, query: string, signal?: AbortSignal) =>
  json<RulesFound>(`/api/rules/${system}?q=${encodeURIComponent(query)}`, { signal });

export const check = (text: string, signal?: AbortSignal) =>
  json<CheckedScenario>("/api/scenarios/check", { body: { text }, signal });

export const winChances = (text: string, fights: number, signal?: AbortSignal) =>
  json<Chances>("/api/scenarios/chance", { body: { text, fights }, signal });

export const readToml = (text: string) => json<{ tree: Tree }>("/api/scenarios/read", { body: { text } });
export const writeToml = (tree: Tree, signal?: AbortSignal) =>
  json<Text>("/api/scenarios/write", { body: { tree }, signal });

export const openTable = (opening: NewTable) => json<BegunTable>("/api/tables", { body: opening });
/** The table as whoever has that secret sees it. */
export const seenTable = (id: string, token: string) => json<SeenTable>(`/api/tables/${id}`, { token });
/** Asks a table for something without a connection of one's own. */
export const askTable = (id: string, token: string, request: Request) =>
  json<Reply>(`/api/tables/${id}/requests`, { token, body: request });
export const closeTable = (id: string, token: string) =>
  answered(`/api/tables/${id}`, { method: "DELETE", token });
export const journal = async (id: string, token: string) =>
  (await answered(`/api/tables/${id}/journal`, { token })).text();
