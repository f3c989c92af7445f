// The tables that this browser has links to. They are kept here and nowhere else: a link is a secret.

/** A table and the secret of one's seat at it. */
export interface OwnTable {
  id: string;
  name: string;
  system: string;
  role: string;
  token: string;
  /** When it was last opened, in milliseconds. */
  at: number;
  /** How far its fight had come when that was last seen. */
  stood?: string;
  /** What whoever sits here wanted to be called at it; empty: as the game master called the link. */
  called?: string;
  /** What it was begun with, where it was begun here: it can be played again. One of the program's scenarios by name, or a text. */
  scenario?: string;
  text?: string;
  /** The secrets of the links that were made here, by seat: the server tells them once. */
  links?: Record<number, string>;
}

const KEY = "affray.tables";

export function ownTables(): OwnTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as OwnTable[]).filter((table) => typeof table.token === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps them; whether there is room for all. Nothing is given up for anything else. */
function keep(tables: OwnTable[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
    return true;
  } catch {
    // Without room, or without storage, the link in the address bar is all there is.
    return false;
  }
}

/** Keeps a table; whether it is kept. Where there is no room for what it was begun with, its link is. */
export function rememberTable(table: OwnTable): boolean {
  const all = ownTables();
  const before = all.find((known) => known.token === table.token);
  const others = all.filter((known) => known !== before);
  const { text, ...whole } = { ...before, ...table };
  return (text !== undefined && keep([{ ...whole, text }, ...others])) || keep([whole, ...others]);
}

/** Keeps how far the fight of a table that is known here has come. */
export function rememberStand(token: string, stood: string): void {
  keep(ownTables().map((known) => (known.token === token ? { ...known, stood } : known)));
}

/** The secrets of the links of a table that were made in this browser, by seat. */
export function ownLinks(token: string): Record<number, string> {
  return ownTables().find((known) => known.token === token)?.links ?? {};
}

export function rememberLinks(token: string, links: Record<number, string>): void {
  keep(ownTables().map((known) => (known.token === token ? { ...known, links } : known)));
}

export function forgetTable(token: string): void {
  keep(ownTables().filter((known) => known.token !== token));
}

/** The address of a seat. The secret stands behind the `#`, which browsers send to nobody. */
export function link(token: string): string {
  return `${location.origin}/table#${token}`;
}

/** Whether an address of that host leads back to the computer that it is opened on. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}

/** So many letters a name may have at a table. */
export const NAME_MAX = 40;

const NAME = "affray.name";

/** What whoever sits here wants to be called. */
export function ownName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function setOwnName(name: string): void {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // It is asked again next time.
  }
}
