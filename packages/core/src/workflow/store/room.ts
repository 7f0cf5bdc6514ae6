/** What the store deletes to make room, and when a tenant has no room left. What may have been sent always stays. */
import { CountersignError } from '../../errors/errors.ts';
import type { Database, Query } from '../../platform/database.ts';
import { ESCROW_PAGE } from '../model/escrow-page.ts';
import { DROP_UNSIGNED_TERMS } from './agreements.ts';
import {
  ESCROW_PAGE_KEPT_MS,
  MAX_CHANGES,
  MAX_PAST_TRANSACTIONS,
  MAX_PREPARED_REQUESTS,
  MAX_REPORTED,
  MAX_SETTLED,
  MAX_UNDECIDED_TRANSACTIONS,
  PAST_KEPT_MS,
  UNDECIDED_KEPT_MS,
  UNDECIDED_KEPT_WHEN_FULL_MS,
  UNSENT_KEPT_MS,
} from './limits.ts';
import type { StoreContext } from './request-reader.ts';

type Index = Pick<Database, 'by'>;

/** Requests with no settled or accepted transaction, grouped with their transactions. */
const openRequests = ({ by }: Index, ofTenant = '') => `
  SELECT handle FROM offer ${by('offer_open_of')}
  WHERE state <> 'settled' AND handle IS NOT NULL ${ofTenant}
    AND NOT EXISTS (SELECT 1 FROM offer AS other WHERE other.handle = offer.handle AND other.state IN ('settled', 'accepted'))
  GROUP BY tenant, handle`;

/** A transaction that keeps its request at any age: sent and undecided, or with its address taken. */
const STAYS = "state = 'taken' OR (state IN ('sending', 'unknown') AND given_up = 0)";
const IS_OPEN = "state IN ('offered', 'sending', 'unknown', 'accepted')";

/** Makes room for one more request of a tenant; within a write. @throws CountersignError STORE_FULL */
export async function makeRoom(query: Query, context: StoreContext, tenant: string): Promise<void> {
  if (!(await isFull(query, context, tenant))) return;
  const now = context.now();
  await dropUnsent(query, context.database, 'decided', now, tenant);
  await dropUnsent(query, context.database, 'undecided', now - UNDECIDED_KEPT_WHEN_FULL_MS, tenant);
  if (await isFull(query, context, tenant)) throw new CountersignError('STORE_FULL');
}

async function isFull(query: Query, { database, engine }: StoreContext, tenant: string): Promise<boolean> {
  // Few tenants have that many, and an index alone shows that.
  for (const rows of [engine.atLeastOpenRequests, `(${openRequests(database, 'AND tenant = $1')}) AS open`]) {
    const last = await query(`SELECT 1 FROM ${rows} LIMIT 1 OFFSET $2`, tenant, MAX_PREPARED_REQUESTS - 1);
    if (last.length === 0) return false;
  }
  return true;
}

/** What deletes what is old, of all tenants; each part is a write. */
export function sweeps(
  { by }: Index,
  now: number,
  settledKeptMs: number,
): readonly ((query: Query) => Promise<unknown>)[] {
  const settledBefore = now - settledKeptMs;
  return [
    (query) => dropUnsent(query, { by }, 'decided', now - UNSENT_KEPT_MS),
    (query) => dropUnsent(query, { by }, 'undecided', now - UNDECIDED_KEPT_MS),
    (query) => dropUnsent(query, { by }, 'undecided', now - ESCROW_PAGE_KEPT_MS, ESCROW_PAGE),
    (query) =>
      query(
        'DELETE FROM past_offer WHERE expires_at < $1 AND expires_at > $2 AND tenant = $3',
        ...[now - ESCROW_PAGE_KEPT_MS, now - UNDECIDED_KEPT_WHEN_FULL_MS, ESCROW_PAGE],
      ),
    (query) => query(dropSettled({ by }, 'AND offered_at < $1'), settledBefore),
    async (query) => {
      // Those of all tenants together are counted quickly, and are nearly always few enough for one.
      const sql = `SELECT 1 FROM offer ${by('offer_settled')} WHERE state = 'settled' LIMIT 1 OFFSET $1`;
      if ((await query(sql, MAX_SETTLED)).length > 0) await query(dropSettled({ by }, TOO_MANY_SETTLED), MAX_SETTLED);
    },
    (query) => query(DROP_ACCEPTED, settledBefore),
    (query) => query(DROP_FOREIGN, settledBefore),
    (query) => query('DELETE FROM past_offer WHERE expires_at < $1', now - PAST_KEPT_MS),
    (query) => query(DROP_OLDEST_PAST, Number.MAX_SAFE_INTEGER, MAX_PAST_TRANSACTIONS),
    (query) => query(DROP_UNSIGNED_TERMS),
    (query) => query('DELETE FROM change WHERE number <= (SELECT MAX(number) FROM change) - $1', MAX_CHANGES),
    (query) => query(DROP_OLDEST_REPORTED, MAX_REPORTED),
    (query) => query('DELETE FROM list_access WHERE expires_at <= $1', now),
  ];
}

const DROP_FOREIGN = `DELETE FROM offer
  WHERE handle IS NULL AND state NOT IN ('sending', 'unknown', 'accepted') AND offered_at < $1`;
const DROP_OLDEST_PAST = `DELETE FROM past_offer
  WHERE hash IN (SELECT hash FROM past_offer ORDER BY expires_at DESC LIMIT $1 OFFSET $2)`;
const DROP_OLDEST_REPORTED = `DELETE FROM told
  WHERE number <= (SELECT number FROM told ORDER BY number DESC LIMIT 1 OFFSET $1)`;
const TOO_MANY_SETTLED = `AND handle IN (
  SELECT handle FROM (
    SELECT handle, row_number() OVER (PARTITION BY tenant ORDER BY offered_at DESC) AS place
    FROM offer WHERE state = 'settled') AS kept
  WHERE place > $1)`;

/** @param which of the settled ones; one with another transaction that may have been sent stays all the same */
export const dropSettled = ({ by }: Index, which: string) =>
  `DELETE FROM handle WHERE
     id IN (SELECT handle FROM offer ${by('offer_settled')} WHERE state = 'settled' ${which})
     AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown', 'accepted'))`;

/** Without a ledger to ask, `accepted` is final. */
const DROP_ACCEPTED = `DELETE FROM handle WHERE
   id IN (SELECT handle FROM offer WHERE state = 'accepted' AND offered_at < $1)
   AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown'))`;

/** Deletes requests that were never sent and expired before `time`. @param which `decided`: all dead on the ledger */
async function dropUnsent(query: Query, index: Index, which: 'decided' | 'undecided', time: number, tenant?: string) {
  const stays = which === 'decided' ? `${IS_OPEN} OR ${STAYS}` : STAYS;
  await query(
    `DELETE FROM handle WHERE id IN (
       ${openRequests(index, tenant === undefined ? '' : 'AND tenant = $2')}
       HAVING SUM(CASE WHEN ${stays} THEN 1 ELSE 0 END) = 0 AND MAX(expires_at) < $1)`,
    ...[time, ...(tenant === undefined ? [] : [tenant])],
  );
}

/** Drops a request's older transactions: those that the ledger has decided, and of the others all but the newest. */
export async function dropOldTransactions(query: Query, requestId: string, now: number): Promise<void> {
  await query(
    "DELETE FROM offer WHERE handle = $1 AND state IN ('dead', 'rejected') AND expires_at < $2",
    requestId,
    now,
  );
  const expired = "FROM offer WHERE handle = $1 AND state = 'offered' AND expires_at < $2";
  await query(
    `DELETE ${expired} AND number <= (SELECT number ${expired} ORDER BY number DESC LIMIT 1 OFFSET $3)`,
    ...[requestId, now, MAX_UNDECIDED_TRANSACTIONS],
  );
}
