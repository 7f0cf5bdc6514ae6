/** The desk's clock. Offers expire by it, not by the reader's own clock, which may be wrong by minutes. */
let ahead = 0;

export function setServerTime(now: number): void {
  ahead = now - Date.now();
}

/** Epoch milliseconds. */
export function serverTime(): number {
  return Date.now() + ahead;
}
