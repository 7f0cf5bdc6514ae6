/** Notifies everyone who waits for a change, in any process, with one question to the store in 250 ms. */
import { toCountersignError } from '../../errors/errors.ts';
import { createSleeper } from '../../platform/sleeper.ts';
import type { ServiceLog } from '../../service/index.ts';
import type { Store } from './store.ts';

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

export const ASK_EVERY_MS = 250;
/** While the store fails. */
const LONGEST_PAUSE_MS = 5_000;

export function createChangeFeed(
  store: Pick<Store, 'changedSince'>,
  log: ServiceLog | undefined,
  everyMs: number = ASK_EVERY_MS,
) {
  const watchers = new Map<string, Set<() => void>>();
  const sleeper = createSleeper();
  let isRunning = false;
  let isClosed = false;
  let cursor: number | undefined;

  const ask = async () => {
    const isFirst = cursor === undefined;
    const changed = await store.changedSince(cursor);
    cursor = changed.cursor;
    // A watcher added before the first cursor may have read a state that was outdated by then.
    const affected = isFirst
      ? [...watchers.values()]
      : changed.requestIds.flatMap((requestId) => watchers.get(requestId) ?? []);
    for (const see of affected.flatMap((each) => [...each])) see();
  };
  const isWanted = () => watchers.size > 0 && !isClosed;
  const run = async () => {
    let pauseMs = everyMs;
    while (isWanted()) {
      try {
        await ask();
        pauseMs = everyMs;
      } catch (thrown) {
        if (pauseMs === everyMs) log?.('warn', `What changed could not be read: ${toCountersignError(thrown).message}`);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
      // Who leaves at once leaves no timer behind.
      if (isWanted()) await sleeper.sleep(pauseMs, { ref: false });
    }
    cursor = undefined;
    isRunning = false;
  };
  const start = () => {
    if (isRunning || isClosed) return;
    isRunning = true;
    void run();
  };
  return {
    /**
     * Calls `see` whenever the state of a request may have changed, from this moment on, and sometimes where it has not.
     * What changes by the clock or on the ledger alone is reported once a desk has asked. @returns how to end it
     */
    onChange: (requestId: string, see: () => void) => {
      const own = watchers.get(requestId) ?? new Set();
      // Of two that are the same function, each ends alone.
      const watcher = () => see();
      watchers.set(requestId, own.add(watcher));
      start();
      return () => {
        own.delete(watcher);
        if (own.size === 0 && watchers.get(requestId) === own) watchers.delete(requestId);
      };
    },
    close: () => {
      isClosed = true;
      watchers.clear();
      sleeper.wake();
    },
  };
}
