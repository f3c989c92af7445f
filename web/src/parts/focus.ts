// The focus in parts of the page whose buttons come and go.

/** Takes the focus whenever what had it inside of the node is no longer there, so that nobody begins at the top of the page again. */
export function keepFocus(node: HTMLElement): () => void {
  let inside = false;
  const moved = ({ target }: Event) => {
    inside = target instanceof Node && node.contains(target);
  };
  const watch = new MutationObserver(() => {
    const { activeElement } = document;
    if (inside && (activeElement === null || activeElement === document.body)) {
      node.focus({ preventScroll: true });
    }
  });
  watch.observe(node, { childList: true, subtree: true });
  document.addEventListener("focusin", moved);
  document.addEventListener("pointerdown", moved);
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", moved);
    document.removeEventListener("pointerdown", moved);
  };
}

/** Where the keyboard goes from part to part of a page, in this order. */
const PARTS = ["acting", "board", "more", "creatures"] as const;

/** Moves the focus to the next part of the page that is there. */
export function nextPart(back: boolean): void {
  const all = PARTS.map((id) => document.getElementById(id)).filter((part) => part !== null);
  const place = all.findIndex((part) => part.contains(document.activeElement));
  const next = back ? (place <= 0 ? all.length : place) - 1 : (place + 1) % all.length;
  all[next]?.focus();
}
