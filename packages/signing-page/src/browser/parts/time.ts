import { useEffect, useState } from 'preact/hooks';

/** How far the desk's clock is ahead. Offers expire by it, not by the reader's own clock, which may be wrong by minutes. */
let ahead = 0;

export function setServerTime(now: number): void {
  ahead = now - Date.now();
}

/** Epoch milliseconds. */
export const serverTime = (): number => Date.now() + ahead;

/** A tab in the background paints nothing. */
const LONGEST_PAINT_MS = 200;

/** Runs what no reader waits for once what was drawn is on screen. */
export function afterPaint(run: () => void): void {
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_PAINT_MS));
  void Promise.race([painted, late]).then(run);
}

/** Whether what was drawn first is on screen. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}

const TICK_MS = 250;

/** The current time, for countdowns. @param clock epoch milliseconds */
export function useNow(clock: () => number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return clock();
}

/** "1:20", of seconds that are left. */
export function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** With less than this many seconds left there is no time to sign: a new one is prepared first. */
const LAST_SECONDS = 30;

/** How long the transaction on screen can still be signed. @param end epoch milliseconds by the desk's clock */
export function phaseOf(end: number): 'in time' | 'last seconds' | 'over' {
  const left = end - serverTime();
  if (left <= 0) return 'over';
  return left < LAST_SECONDS * 1_000 ? 'last seconds' : 'in time';
}
