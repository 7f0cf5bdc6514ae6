/** The current time, for countdowns. */
import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 250;

/** @param clock epoch milliseconds */
export function useNow(clock: () => number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return clock();
}
