/** When something was, short: "28 Nov, 23:40". */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(undefined, {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
