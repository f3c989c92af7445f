// Scrolling one part of the page alone: the rest of it stays where it is.

/** Brings a node into sight inside of what scrolls around it. */
export function bringIntoSight(node: Element, scroller: Element): void {
  const [inner, outer] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) {
    scroller.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
  }
}

/** The same sideways, beside so many pixels at the beginning that stay where they are. */
export function bringAcross(node: Element, scroller: Element, kept: number): void {
  const [inner, outer] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (inner.left < outer.left + kept) scroller.scrollLeft -= outer.left + kept - inner.left;
  else if (inner.right > outer.right) scroller.scrollLeft += inner.right - outer.right;
}
