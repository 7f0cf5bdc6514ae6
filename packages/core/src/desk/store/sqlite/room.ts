/** What the store deletes to make room, and when it is full. What may have been sent always stays. */
import type { DatabaseSync } from 'node:sqlite';
import { CountersignError } from '../../../errors/errors.ts';
import {
  MAX_HANDLES,
  MAX_SETTLED,
  MAX_UNDECIDED_OFFERS,
  SETTLED_KEPT_MS,
  UNDECIDED_KEPT_MS,
  UNDECIDED_KEPT_WHEN_FULL_MS,
  UNSENT_KEPT_MS,
} from '../limits.ts';
import { sweepChanges } from './changes.ts';
import { sweepPastOffers } from './past-offers.ts';

/** A sweep takes a few milliseconds with thousands of rows. */
const SWEEP_EVERY_MS = 60_000;

/** Handles with no settled or accepted offer, grouped with their offers. */
const OPEN_HANDLES = `
  SELECT handle FROM offer INDEXED BY offer_open
  WHERE state <> 'settled' AND handle IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM offer AS other WHERE other.handle = offer.handle AND other.state IN ('settled', 'accepted'))
  GROUP BY handle`;

/** Both are called within a write. */
export type RoomKeeper = {
  /** Forgets what is old, once in a while. */
  sweep(): void;
  /** Makes room for one more handle. @throws CountersignError STORE_FULL */
  make(): void;
};

export function roomKeeper(
  sqlite: DatabaseSync,
  now: () => number,
  settledKeptMs: number = SETTLED_KEPT_MS,
): RoomKeeper {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const countOpen = sqlite.prepare(`SELECT COUNT(*) AS n FROM (${OPEN_HANDLES})`);
  let counted = { at: Number.NEGATIVE_INFINITY, left: 0 };
  /** Counted only now and then, since that takes milliseconds; other processes may exceed the limit meanwhile. */
  const isFull = () => {
    if (counted.left <= 0 || Math.abs(now() - counted.at) >= SWEEP_EVERY_MS) {
      counted = { at: now(), left: MAX_HANDLES - (countOpen.get() as { n: number }).n };
    }
    return counted.left <= 0;
  };
  const sweep = () => {
    // `abs`: sweeps again after the clock was set back.
    if (Math.abs(now() - sweptAt) < SWEEP_EVERY_MS) return;
    forgetOld(sqlite, now(), settledKeptMs);
    sweptAt = now();
  };
  return {
    sweep,
    make: () => {
      sweep();
      if (isFull()) {
        dropUnsent(sqlite, 'decided', now());
        dropUnsent(sqlite, 'undecided', now() - UNDECIDED_KEPT_WHEN_FULL_MS);
        if (isFull()) throw new CountersignError('STORE_FULL');
      }
      counted.left -= 1;
    },
  };
}

function forgetOld(sqlite: DatabaseSync, now: number, settledKeptMs: number): void {
  dropUnsent(sqlite, 'decided', now - UNSENT_KEPT_MS);
  dropUnsent(sqlite, 'undecided', now - UNDECIDED_KEPT_MS);
  sqlite.prepare(dropSettled('AND offered_at < ?')).run(now - settledKeptMs);
  sqlite.prepare(dropSettled(`ORDER BY offered_at DESC LIMIT -1 OFFSET ${MAX_SETTLED}`)).run();
  sqlite.prepare(DROP_ACCEPTED).run(now - settledKeptMs);
  sqlite
    .prepare(
      `DELETE FROM offer WHERE handle IS NULL AND state NOT IN ('sending', 'unknown', 'accepted') AND offered_at < ?`,
    )
    .run(now - settledKeptMs);
  sweepPastOffers(sqlite, now);
  sweepChanges(sqlite);
}

/** @param which settled handles; one with another offer that may have been sent stays anyway */
const dropSettled = (which: string) =>
  `DELETE FROM handle WHERE
     id IN (SELECT handle FROM offer INDEXED BY offer_settled WHERE state = 'settled' ${which})
     AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown', 'accepted'))`;

/** For one tenant, who keeps settled handles for a shorter time. */
export function dropSettledOf(sqlite: DatabaseSync, tenant: string, time: number): void {
  sqlite.prepare(`${dropSettled('AND offered_at < ?')} AND tenant = ?`).run(time, tenant);
}

/** Without a ledger to ask, `accepted` is final. */
const DROP_ACCEPTED = `DELETE FROM handle WHERE
   id IN (SELECT handle FROM offer WHERE state = 'accepted' AND offered_at < ?)
   AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown'))`;

/** An offer that keeps its handle at any age: sent and undecided, or with its address taken. */
const STAYS = "state = 'taken' OR (state IN ('sending', 'unknown') AND NOT given_up)";

/**
 * Deletes handles without a sent offer whose newest offer expired before `time`.
 * @param which `decided`: only handles whose offers are all dead by the ledger
 */
function dropUnsent(sqlite: DatabaseSync, which: 'decided' | 'undecided', time: number): void {
  const isOpen = "state IN ('offered', 'sending', 'unknown', 'accepted')";
  const stays = which === 'decided' ? `${isOpen} OR ${STAYS}` : STAYS;
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         ${OPEN_HANDLES} HAVING SUM(${stays}) = 0 AND MAX(expires_at) < ?)`,
    )
    .run(time);
}

/** Drops a handle's older offers: those that the ledger has decided, and of the others all but the newest. */
export function dropOldOffers(sqlite: DatabaseSync, handle: string, now: number): void {
  sqlite
    .prepare("DELETE FROM offer WHERE handle = ? AND state IN ('dead', 'rejected') AND expires_at < ?")
    .run(handle, now);
  sqlite
    .prepare(
      `DELETE FROM offer WHERE number IN (
         SELECT number FROM offer WHERE handle = ? AND state = 'offered' AND expires_at < ?
         ORDER BY number DESC LIMIT -1 OFFSET ${MAX_UNDECIDED_OFFERS})`,
    )
    .run(handle, now);
}
