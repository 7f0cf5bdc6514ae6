/** Polls the ledger for all followed escrows together, for as long as anybody follows one. */
import type { Network } from '../../escrow/network.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OnLedger, PolledEscrows, Poller, PollWatcher } from '../model/on-ledger.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';

type Watching = PollWatcher & { readonly escrows: readonly string[] };

const LONGEST_PAUSE_MS = 60_000;

/** @param everyMs between two polls; backs off while the RPC fails */
export function createPoller(ledger: Ledger, network: Network, everyMs: number): Poller {
  const watchers = new Set<Watching>();
  const ending = new AbortController();
  let latest: PolledEscrows = new Map();
  let running: Promise<void> | undefined;
  let isAwaited = false;
  let endPause: () => void = () => undefined;

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
    isAwaited = false;
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
      await pause(pauseMs);
    }
    latest = new Map();
    running = undefined;
  };
  /** Ends early when a new watcher joins. Does not keep the process alive. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isAwaited ? 0 : ms).unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = () => {
    isAwaited = true;
    endPause();
  };

  return {
    watch(escrows, { see, stop }) {
      const watcher = { escrows, see, stop };
      report(watcher, latest);
      watchers.add(watcher);
      if (escrows.some((escrow) => !latest.has(escrow))) wake();
      running ??= run();
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) wake();
      };
    },
    async close() {
      ending.abort();
      wake();
      await running;
      await Promise.all([...watchers].map(({ stop }) => stop()));
    },
  };
}

const isListed = ({ state }: OnLedger): boolean => state !== 'not-listed';
