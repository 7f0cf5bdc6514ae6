/** The desk's clock. An offer ends by it and not by the reader's own, which may be wrong by minutes. */
let ahead = 0;

export function setServerTime(now: number): void {
  ahead = now - Date.now();
}

/** Epoch milliseconds. */
export function serverTime(): number {
  return Date.now() + ahead;
}
