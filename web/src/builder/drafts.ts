// Encounters that are being built, or were: they are kept in this browser once something of them was changed.

import type { Tree } from "../connection/http";

export interface Draft {
  key: string;
  /** When it was last changed, in milliseconds. */
  at: number;
  tree: Tree;
}

const KEY = "affray.drafts";
/** The one draft that there was before there were several. */
const ONE = "affray.draft";

/** All of them, the last changed first. */
export function drafts(): Draft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (Array.isArray(kept)) return (kept as Draft[]).filter((one) => typeof one?.key === "string");
    const one = localStorage.getItem(ONE);
    return one === null ? [] : [{ key: "one", at: 0, tree: JSON.parse(one) as Tree }];
  } catch {
    return [];
  }
}

/** Keeps one; whether there is room for it. Nothing else is given up for it. */
export function keepDraft(key: string, tree: Tree): boolean {
  const others = drafts().filter((one) => one.key !== key);
  return keep([{ key, at: Date.now(), tree }, ...others]);
}

export function forgetDraft(key: string): void {
  keep(drafts().filter((one) => one.key !== key));
}

/** The key of the encounter that is kept already and is the same in all, or one that no other has. */
export function keyFor(tree: Tree): string {
  const words = written(tree);
  return drafts().find((one) => written(one.tree) === words)?.key ?? newKey();
}

/** The same words for trees that differ in nothing but the order of their fields. */
function written(tree: Tree): string {
  const inOrder = (_: string, value: unknown) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify(tree, inOrder);
}

/** A key that no other draft has. */
export function newKey(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
}

function keep(all: Draft[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    // Without room, or without storage, they last as long as the page.
    return false;
  }
}
