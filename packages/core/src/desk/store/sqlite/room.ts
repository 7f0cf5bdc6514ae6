/** Room in the store: what is forgotten, and when nothing more is taken in. What may have been sent always stays. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
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

/**
 * Of each tenant's open offers, to tell how much of its room it uses. The index that it replaces stays: processes of an
 * older version that run beside this one read by it.
 */
export const ROOM = `
  CREATE INDEX offer_open_of ON offer (tenant, handle, state, offered_at, expires_at) WHERE state <> 'settled';
`;

/** Those that neither settled nor, by the service's word, seem to have; each with its offers as one group. */
const openHandles = (ofTenant: string) => `
  SELECT handle FROM offer INDEXED BY offer_open_of
  WHERE state <> 'settled' AND handle IS NOT NULL ${ofTenant}
    AND NOT EXISTS (SELECT 1 FROM offer AS other WHERE other.handle = offer.handle AND other.state IN ('settled', 'accepted'))
  GROUP BY tenant, handle`;

export type RoomKeeper = {
  /** Makes room for one more handle of a tenant; within a write. @throws CountersignError STORE_FULL */
  make(tenant: string): void;
};

export function roomKeeper(sqlite: DatabaseSync, now: () => number): RoomKeeper {
  const openOffers = sqlite.prepare(
    "SELECT COUNT(*) AS n FROM offer INDEXED BY offer_open_of WHERE tenant = ? AND state <> 'settled'",
  );
  const openOf = sqlite.prepare(`SELECT COUNT(*) AS n FROM (${openHandles('AND tenant = ?')})`);
  const count = (counting: StatementSync, tenant: string) => (counting.get(tenant) as { n: number }).n;
  // No tenant has more handles than offers, and those are counted quickly.
  const isFull = (tenant: string) => count(openOffers, tenant) >= MAX_HANDLES && count(openOf, tenant) >= MAX_HANDLES;
  return {
    make: (tenant) => {
      if (!isFull(tenant)) return;
      dropUnsent(sqlite, 'decided', now(), tenant);
      dropUnsent(sqlite, 'undecided', now() - UNDECIDED_KEPT_WHEN_FULL_MS, tenant);
      if (isFull(tenant)) throw new CountersignError('STORE_FULL');
    },
  };
}

/** What forgets what is old, of all tenants; each part is a write. */
export function sweeps(
  sqlite: DatabaseSync,
  now: () => number,
  settledKeptMs: number = SETTLED_KEPT_MS,
): readonly (() => void)[] {
  const settledBefore = () => now() - settledKeptMs;
  return [
    () => dropUnsent(sqlite, 'decided', now() - UNSENT_KEPT_MS),
    () => dropUnsent(sqlite, 'undecided', now() - UNDECIDED_KEPT_MS),
    () => void sqlite.prepare(dropSettled('AND offered_at < ?')).run(settledBefore()),
    () => dropTooManySettled(sqlite),
    () => void sqlite.prepare(DROP_ACCEPTED).run(settledBefore()),
    () => void sqlite.prepare(DROP_FOREIGN).run(settledBefore()),
    () => sweepPastOffers(sqlite, now()),
    () => sweepChanges(sqlite),
  ];
}

/** @param which settled handles; one with another offer that may have been sent stays anyway */
const dropSettled = (which: string) =>
  `DELETE FROM handle WHERE
     id IN (SELECT handle FROM offer INDEXED BY offer_settled WHERE state = 'settled' ${which})
     AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown', 'accepted'))`;

/** Of each tenant. */
const TOO_MANY_SETTLED = `AND handle IN (
  SELECT handle FROM (
    SELECT handle, row_number() OVER (PARTITION BY tenant ORDER BY offered_at DESC) AS place
    FROM offer WHERE state = 'settled')
  WHERE place > ${MAX_SETTLED})`;

/** Those of all tenants together are counted quickly, and are nearly always few enough for one. */
function dropTooManySettled(sqlite: DatabaseSync): void {
  const counted = "SELECT COUNT(*) AS n FROM offer INDEXED BY offer_settled WHERE state = 'settled'";
  if ((sqlite.prepare(counted).get() as { n: number }).n <= MAX_SETTLED) return;
  sqlite.prepare(dropSettled(TOO_MANY_SETTLED)).run();
}

/** Of one tenant, who keeps what settled for less time. */
export function dropSettledOf(sqlite: DatabaseSync, tenant: string, time: number): void {
  sqlite.prepare(`${dropSettled('AND offered_at < ?')} AND tenant = ?`).run(time, tenant);
}

/** Without a ledger to ask, `accepted` is final. */
const DROP_ACCEPTED = `DELETE FROM handle WHERE
   id IN (SELECT handle FROM offer WHERE state = 'accepted' AND offered_at < ?)
   AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown'))`;

const DROP_FOREIGN = `DELETE FROM offer
  WHERE handle IS NULL AND state NOT IN ('sending', 'unknown', 'accepted') AND offered_at < ?`;

/** What keeps a handle whatever its age: an offer that was sent and is undecided, or an alarm. */
const STAYS = "state = 'taken' OR (state IN ('sending', 'unknown') AND NOT given_up)";

/**
 * Drops handles of which nothing was sent, and whose newest offer ended before `time`.
 * @param which `decided`: only those of which the ledger has said that nothing can settle any more
 * @param tenant absent: of all
 */
function dropUnsent(sqlite: DatabaseSync, which: 'decided' | 'undecided', time: number, tenant?: string): void {
  const isOpen = "state IN ('offered', 'sending', 'unknown', 'accepted')";
  const stays = which === 'decided' ? `${isOpen} OR ${STAYS}` : STAYS;
  const [ofTenant, values] = tenant === undefined ? ['', [time]] : ['AND tenant = ?', [tenant, time]];
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         ${openHandles(ofTenant)} HAVING SUM(${stays}) = 0 AND MAX(expires_at) < ?)`,
    )
    .run(...values);
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
