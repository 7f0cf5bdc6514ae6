/** Polls the ledger for all followed escrows together, for as long as anybody follows one. */
import type { Network } from '../../escrow/network.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { createSleeper } from '../../platform/sleeper.ts';
import type { OnLedger, PolledEscrows, Poller, PollWatcher } from '../model/on-ledger.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';

type Watching = PollWatcher & { readonly escrows: readonly string[] };

const LONGEST_PAUSE_MS = 60_000;

/** @param everyMs between two polls; backs off while the RPC fails */
export function createPoller(ledger: Ledger, network: Network, everyMs: number): Poller {
  const watchers = new Set<Watching>();
  const ending = new AbortController();
  let latest: PolledEscrows = new Map();
  const sleeper = createSleeper();
  let running: Promise<void> | undefined;

  const report = ({ escrows, see }: Watching, seen: PolledEscrows) => {
    const own = new Map(
      escrows.flatMap((escrow): [string, OnLedger][] => {
        const found = seen.get(escrow);
        return found === undefined ? [] : [[escrow, found]];
      }),
    );
    if (own.size > 0) see(own);
  };
  const look = async (): Promise<boolean> => {
    const escrows = [...new Set([...watchers].flatMap((watcher) => watcher.escrows))];
    const seen = await escrowsOnLedger(ledger, network, escrows, ending.signal, undefined, latest);
    if (seen === undefined || ending.signal.aborted) return false;
    // What could not be read this time keeps its last known state for the next poll.
    latest = new Map(
      [...seen].map(([escrow, found]) => [escrow, isListed(found) ? found : (latest.get(escrow) ?? found)]),
    );
    for (const watcher of watchers) report(watcher, seen);
    return true;
  };
  const run = async () => {
    let pauseMs = everyMs;
    while (watchers.size > 0 && !ending.signal.aborted) {
      const hasLooked = await look().catch(() => false);
      pauseMs = hasLooked ? everyMs : Math.min(pauseMs * 2, Math.max(LONGEST_PAUSE_MS, everyMs));
      await sleeper.sleep(pauseMs, { ref: false });
    }
    latest = new Map();
    running = undefined;
  };

  return {
    watch(escrows, { see, stop }) {
      const watcher = { escrows, see, stop };
      report(watcher, latest);
      watchers.add(watcher);
      if (running === undefined) running = run();
      else if (escrows.some((escrow) => !latest.has(escrow))) sleeper.wake();
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) sleeper.wake();
      };
    },
    async close() {
      ending.abort();
      sleeper.wake();
      await running;
      await Promise.all([...watchers].map(({ stop }) => stop()));
    },
  };
}

const isListed = ({ state }: OnLedger): boolean => state !== 'not-listed';
