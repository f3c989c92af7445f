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
const KEPT_MAX = 20;

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

export function keepDraft(key: string, tree: Tree): void {
  const others = drafts().filter((one) => one.key !== key);
  keep([{ key, at: Date.now(), tree }, ...others]);
}

export function forgetDraft(key: string): void {
  keep(drafts().filter((one) => one.key !== key));
}

/** A key that no other draft has. */
export function newKey(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
}

/** Where there is no room for all, those that were not changed for the longest time are given up. */
function keep(all: Draft[]): void {
  for (let count = Math.min(all.length, KEPT_MAX); count >= 0; count--) {
    try {
      localStorage.setItem(KEY, JSON.stringify(all.slice(0, count)));
      return;
    } catch {
      // One fewer is tried. Without storage they last as long as the page.
    }
  }
}
