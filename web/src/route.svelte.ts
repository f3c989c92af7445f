// Which page is shown. Addresses are plain paths; the part behind the `#` is for the table's secret alone.

export const PAGES = [
  { path: "/", words: "Fights" },
  { path: "/builder", words: "Builder" },
  { path: "/rulebook", words: "Rulebook" },
  { path: "/interface", words: "API" },
] as const;

class Here {
  path = $state(location.pathname);
  fragment = $state(location.hash.slice(1));

  read(): void {
    this.path = location.pathname;
    this.fragment = location.hash.slice(1);
  }
}

export const here = new Here();

/** Goes to another page. */
export function go(address: string): void {
  history.pushState(null, "", address);
  here.read();
  scrollTo(0, 0);
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

addEventListener("popstate", () => here.read());
addEventListener("hashchange", () => here.read());
