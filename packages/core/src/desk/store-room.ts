/** Room in the store: what is forgotten, and when nothing more is taken in. What may have been sent always stays. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CountersignError } from '../errors.ts';
import { sweepPastOffers } from './past-offers.ts';

/** How many handles that did not settle are kept at once; each is some 20 kB. */
export const MAX_HANDLES = 1_000;
/** How many settled ones are remembered, to answer the same request or submission again. */
const MAX_SETTLED = 10_000;
const DAY_MS = 24 * 3_600_000;
/** A handle that was never sent may be renewed this long after its last offer. */
const UNSENT_KEPT_MS = DAY_MS;
const SETTLED_KEPT_MS = 30 * DAY_MS;

/** Looking for what is old reads every offer, which would cost an offer a millisecond where a few hundred are kept. */
const SWEEP_EVERY_MS = 60_000;

/** Both are called within a write. */
export type RoomKeeper = {
  /** Forgets what is old, once in a while. */
  sweep(): void;
  /** Makes room for one more handle. @throws CountersignError STORE_FULL */
  make(): void;
};

export function roomKeeper(sqlite: DatabaseSync, now: () => number): RoomKeeper {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const countHandles = sqlite.prepare('SELECT COUNT(*) AS n FROM handle');
  const countSettled = sqlite.prepare(
    "SELECT COUNT(DISTINCT handle) AS n FROM offer WHERE state = 'settled' AND handle IS NOT NULL",
  );
  const numberOf = (statement: StatementSync) => (statement.get() as { n: number }).n;
  const isFull = () => {
    const handles = numberOf(countHandles);
    return handles >= MAX_HANDLES && handles - numberOf(countSettled) >= MAX_HANDLES;
  };
  const sweep = () => {
    // A clock that was set back sweeps again.
    if (Math.abs(now() - sweptAt) < SWEEP_EVERY_MS) return;
    forgetOld(sqlite, now());
    sweptAt = now();
  };
  return {
    sweep,
    make: () => {
      sweep();
      if (!isFull()) return;
      dropWhere(sqlite, "SUM(state = 'settled') = 0 AND MAX(expires_at) < ?", now());
      if (isFull()) throw new CountersignError('STORE_FULL');
    },
  };
}

function forgetOld(sqlite: DatabaseSync, now: number): void {
  dropWhere(sqlite, "SUM(state = 'settled') = 0 AND MAX(offered_at) < ?", now - UNSENT_KEPT_MS);
  dropWhere(sqlite, 'MAX(offered_at) < ?', now - SETTLED_KEPT_MS);
  sqlite
    .prepare(`DELETE FROM offer WHERE handle IS NULL AND state NOT IN ('sending', 'unknown') AND offered_at < ?`)
    .run(now - SETTLED_KEPT_MS);
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         SELECT handle FROM offer WHERE state = 'settled' ORDER BY number DESC LIMIT -1 OFFSET ${MAX_SETTLED})`,
    )
    .run();
  sweepPastOffers(sqlite, now);
}

/** Drops handles of which nothing may have been sent. */
function dropWhere(sqlite: DatabaseSync, condition: string, value: number): void {
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         SELECT handle FROM offer GROUP BY handle
         HAVING SUM(state IN ('sending', 'unknown')) = 0 AND (${condition}))`,
    )
    .run(value);
}

/** Drops a handle's older offers that nobody signed in time; a copy that still lives may yet come back signed. */
export function dropExpiredOffers(sqlite: DatabaseSync, handle: string, now: number): void {
  sqlite.prepare("DELETE FROM offer WHERE handle = ? AND state = 'offered' AND expires_at < ?").run(handle, now);
}
