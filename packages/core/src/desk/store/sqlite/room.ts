/** Room in the store: what is forgotten, and when nothing more is taken in. What may have been sent always stays. */
import type { DatabaseSync } from 'node:sqlite';
import { CountersignError } from '../../../errors/errors.ts';
import { MAX_HANDLES, MAX_SETTLED, SETTLED_KEPT_MS, UNSENT_KEPT_MS } from '../limits.ts';
import { sweepPastOffers } from './past-offers.ts';

/** Looking for what is old costs a few milliseconds where thousands are kept. */
const SWEEP_EVERY_MS = 60_000;

/** Those that did not settle, each with its offers as one group. */
const OPEN_HANDLES = `
  SELECT handle FROM offer INDEXED BY offer_open
  WHERE state <> 'settled' AND handle IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM offer AS other WHERE other.handle = offer.handle AND other.state = 'settled')
  GROUP BY handle`;

/** Both are called within a write. */
export type RoomKeeper = {
  /** Forgets what is old, once in a while. */
  sweep(): void;
  /** Makes room for one more handle. @throws CountersignError STORE_FULL */
  make(): void;
};

export function roomKeeper(sqlite: DatabaseSync, now: () => number): RoomKeeper {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const countOpen = sqlite.prepare(`SELECT COUNT(*) AS n FROM (${OPEN_HANDLES})`);
  const isFull = () => (countOpen.get() as { n: number }).n >= MAX_HANDLES;
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
      dropUnsent(sqlite, 'expires_at', now());
      if (isFull()) throw new CountersignError('STORE_FULL');
    },
  };
}

function forgetOld(sqlite: DatabaseSync, now: number): void {
  dropUnsent(sqlite, 'offered_at', now - UNSENT_KEPT_MS);
  sqlite.prepare(dropSettled('AND offered_at < ?')).run(now - SETTLED_KEPT_MS);
  sqlite.prepare(dropSettled(`ORDER BY offered_at DESC LIMIT -1 OFFSET ${MAX_SETTLED}`)).run();
  sqlite
    .prepare(`DELETE FROM offer WHERE handle IS NULL AND state NOT IN ('sending', 'unknown') AND offered_at < ?`)
    .run(now - SETTLED_KEPT_MS);
  sweepPastOffers(sqlite, now);
}

/** @param which of the settled ones; one with another offer that may have been sent stays all the same */
const dropSettled = (which: string) =>
  `DELETE FROM handle WHERE
     id IN (SELECT handle FROM offer INDEXED BY offer_settled WHERE state = 'settled' ${which})
     AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown'))`;

/** Drops handles of which nothing may have been sent, and whose newest offer began or ended before `time`. */
function dropUnsent(sqlite: DatabaseSync, column: 'offered_at' | 'expires_at', time: number): void {
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         ${OPEN_HANDLES} HAVING SUM(state IN ('sending', 'unknown')) = 0 AND MAX(${column}) < ?)`,
    )
    .run(time);
}

/** Drops a handle's older offers that nobody signed in time; a copy that still lives may yet come back signed. */
export function dropExpiredOffers(sqlite: DatabaseSync, handle: string, now: number): void {
  sqlite.prepare("DELETE FROM offer WHERE handle = ? AND state = 'offered' AND expires_at < ?").run(handle, now);
}
