/** Balances that were read a moment ago, for callers who say how old one may be. */
import type { BalanceEntry } from '../escrow-service.ts';

/** A balance is money: nobody is served an older one, whatever age they allow. */
export const LONGEST_AGE_MS = 60_000;

const MAX_ENTRIES = 2_000;

type Kept = { readonly entry: BalanceEntry; readonly readAt: number; readonly keptAt: number };

export type BalanceCache = {
  /** `readAt` in epoch milliseconds. */
  find(signer: string, address: string, maxAgeMs: number): Pick<Kept, 'entry' | 'readAt'> | undefined;
  keep(signer: string, entry: BalanceEntry, readAt: number): void;
  /** For every signer. */
  forget(address: string): void;
  readonly size: () => number;
};

/** One for each client, so that nothing crosses from one service or network to another. @param now wall clock */
export function createBalanceCache(now: () => number): BalanceCache {
  /** By address and signer, oldest first. */
  const entries = new Map<string, Kept>();
  const keyOf = (signer: string, address: string) => `${address} ${signer}`;
  // A monotonic clock may stand still while the machine sleeps, and the wall clock may be set back: the worse counts.
  const ageOf = ({ readAt, keptAt }: Kept) => Math.max(performance.now() - keptAt, now() - readAt);

  return {
    find: (signer, address, maxAgeMs) => {
      const kept = entries.get(keyOf(signer, address));
      return kept !== undefined && ageOf(kept) <= Math.min(maxAgeMs, LONGEST_AGE_MS) ? kept : undefined;
    },
    keep: (signer, entry, readAt) => {
      const key = keyOf(signer, entry.address);
      entries.delete(key);
      entries.set(key, { entry, readAt, keptAt: performance.now() });
      for (const [oldest, kept] of entries) {
        if (entries.size <= MAX_ENTRIES && ageOf(kept) <= LONGEST_AGE_MS) break;
        entries.delete(oldest);
      }
    },
    forget: (address) => {
      for (const key of entries.keys()) if (key.startsWith(`${address} `)) entries.delete(key);
    },
    size: () => entries.size,
  };
}
