// Which page is shown. Addresses are plain paths; the part behind the `#` is for the table's secret alone.

export const PAGES = [
  { path: "/", words: "Fights" },
  { path: "/builder", words: "Builder" },
  { path: "/rulebook", words: "Rulebook" },
  { path: "/interface", words: "API" },
] as const;

class Here {
  path = $state(location.pathname);
  search = $state(location.search);
  fragment = $state(location.hash.slice(1));

  read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.fragment = location.hash.slice(1);
  }
}

export const here = new Here();

/** What is still to be done for the page that is shown before another one is. */
const leaving = new Set<() => void>();

/** Has something done whenever another page is about to be shown, while this one is there still; gives what ends that. */
export function beforeLeaving(work: () => void): () => void {
  leaving.add(work);
  return () => leaving.delete(work);
}

function leave(): void {
  for (const work of leaving) work();
}

/** Goes to another page. */
export function go(address: string): void {
  leave();
  history.pushState(null, "", address);
  here.read();
  scrollTo(0, 0);
}

/** Has the address of the page that is shown say more exactly what is shown. */
export function restate(address: string): void {
  history.replaceState(null, "", address);
  here.read();
}

/** Follows links within the page without loading it anew, as far as nobody wants them in another tab. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  if (!anchor || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin)
    return;
  if (anchor.pathname === location.pathname && anchor.hash !== "" && anchor.pathname !== "/table") return;
  if (anchor.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search + anchor.hash);
}

addEventListener("popstate", () => {
  leave();
  here.read();
});
addEventListener("hashchange", () => here.read());
