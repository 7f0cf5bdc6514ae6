/** What the store deletes to make room, and when a tenant has no room left. What may have been sent always stays. */
import { CountersignError } from '../../../errors/errors.ts';
import type { Query } from '../../../platform/database.ts';
import type { Person } from '../../person.ts';
import {
  MAX_CHANGES,
  MAX_HANDLES,
  MAX_PAST_OFFERS,
  MAX_SETTLED,
  MAX_TOLD,
  MAX_UNDECIDED_OFFERS,
  PAST_KEPT_MS,
  UNDECIDED_KEPT_MS,
  UNDECIDED_KEPT_WHEN_FULL_MS,
  UNSENT_KEPT_MS,
} from '../limits.ts';

/** Handles with no settled or accepted offer, grouped with their offers. */
const OPEN_HANDLES = `
  SELECT offer.handle FROM offer JOIN handle ON handle.id = offer.handle
  WHERE offer.state <> 'settled' AND ($1::text IS NULL OR handle.tenant = $1)
    AND NOT EXISTS (SELECT 1 FROM offer AS other WHERE other.handle = offer.handle AND other.state IN ('settled', 'accepted'))
  GROUP BY offer.handle`;

/** An offer that keeps its handle at any age: sent and undecided, or with its address taken. */
const STAYS = "offer.state = 'taken' OR (offer.state IN ('sending', 'unknown') AND offer.given_up = 0)";
const IS_OPEN = "offer.state IN ('offered', 'sending', 'unknown', 'accepted')";

/** Makes room for one more handle of a tenant; within a write. @throws CountersignError STORE_FULL */
export async function makeRoom(query: Query, { tenant }: Person, now: number): Promise<void> {
  if (!(await isFull(query, tenant))) return;
  await dropUnsent(query, tenant, 'decided', now);
  await dropUnsent(query, tenant, 'undecided', now - UNDECIDED_KEPT_WHEN_FULL_MS);
  if (await isFull(query, tenant)) throw new CountersignError('STORE_FULL');
}

async function isFull(query: Query, tenant: string): Promise<boolean> {
  // Few tenants have that many handles at all, and an index alone tells.
  const all = await query('SELECT 1 FROM handle WHERE tenant = $1 OFFSET $2 LIMIT 1', tenant, MAX_HANDLES - 1);
  if (all.length === 0) return false;
  const rows = await query(
    `SELECT 1 FROM (${OPEN_HANDLES} LIMIT $2) AS open OFFSET $3`,
    tenant,
    MAX_HANDLES,
    MAX_HANDLES - 1,
  );
  return rows.length > 0;
}

/** What forgets what is old, of all tenants; each part is a write. */
export function sweeps(now: number, settledKeptMs: number): readonly ((query: Query) => Promise<unknown>)[] {
  const settledBefore = now - settledKeptMs;
  return [
    (query) => dropUnsent(query, null, 'decided', now - UNSENT_KEPT_MS),
    (query) => dropUnsent(query, null, 'undecided', now - UNDECIDED_KEPT_MS),
    (query) => query(dropSettled('AND offered_at < $1'), settledBefore),
    (query) => query(dropSettled(TOO_MANY_SETTLED), MAX_SETTLED),
    (query) => query(DROP_ACCEPTED, settledBefore),
    (query) => query(DROP_FOREIGN, settledBefore),
    (query) => query('DELETE FROM past_offer WHERE expires_at < $1', now - PAST_KEPT_MS),
    (query) => query(DROP_OLDEST_PAST, MAX_PAST_OFFERS),
    (query) => query('DELETE FROM change WHERE number <= (SELECT MAX(number) FROM change) - $1', MAX_CHANGES),
    (query) => query(DROP_OLDEST_TOLD, MAX_TOLD),
    (query) => query('DELETE FROM list_access WHERE expires_at <= $1', now),
  ];
}

const DROP_FOREIGN = `DELETE FROM offer
  WHERE handle IS NULL AND state NOT IN ('sending', 'unknown', 'accepted') AND offered_at < $1`;
const DROP_OLDEST_PAST = `DELETE FROM past_offer
  WHERE hash IN (SELECT hash FROM past_offer ORDER BY expires_at DESC OFFSET $1)`;
const DROP_OLDEST_TOLD = `DELETE FROM told
  WHERE number <= (SELECT number FROM told ORDER BY number DESC OFFSET $1 LIMIT 1)`;
/** Of each tenant. */
const TOO_MANY_SETTLED = `AND handle IN (
  SELECT handle FROM (
    SELECT handle, row_number() OVER (PARTITION BY tenant ORDER BY offered_at DESC) AS place
    FROM offer WHERE state = 'settled') AS kept
  WHERE place > $1)`;

/** @param which of the settled ones; one with another offer that may have been sent stays all the same */
const dropSettled = (which: string) =>
  `DELETE FROM handle WHERE
     id IN (SELECT handle FROM offer WHERE state = 'settled' ${which})
     AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown', 'accepted'))`;

/** For one tenant, who keeps settled handles for a shorter time. */
export async function forgetSettledOf(query: Query, tenant: string, time: number): Promise<void> {
  await query(`${dropSettled('AND offered_at < $1')} AND tenant = $2`, time, tenant);
}

/** Without a ledger to ask, `accepted` is final. */
const DROP_ACCEPTED = `DELETE FROM handle WHERE
   id IN (SELECT handle FROM offer WHERE state = 'accepted' AND offered_at < $1)
   AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state IN ('sending', 'unknown'))`;

/**
 * Deletes handles without a sent offer whose newest offer expired before `time`.
 * @param tenant null: of all
 * @param which `decided`: only handles whose offers are all dead by the ledger
 */
async function dropUnsent(
  query: Query,
  tenant: string | null,
  which: 'decided' | 'undecided',
  time: number,
): Promise<void> {
  const stays = which === 'decided' ? `${IS_OPEN} OR ${STAYS}` : STAYS;
  await query(
    `DELETE FROM handle WHERE id IN (
       ${OPEN_HANDLES} HAVING NOT bool_or(${stays}) AND MAX(offer.expires_at) < $2)`,
    tenant,
    time,
  );
}

/** Drops a handle's older offers: those that the ledger has decided, and of the others all but the newest. */
export async function dropOldOffers(query: Query, handle: string, now: number): Promise<void> {
  await query("DELETE FROM offer WHERE handle = $1 AND state IN ('dead', 'rejected') AND expires_at < $2", handle, now);
  await query(
    `DELETE FROM offer WHERE number IN (
       SELECT number FROM offer WHERE handle = $1 AND state = 'offered' AND expires_at < $2
       ORDER BY number DESC OFFSET $3)`,
    handle,
    now,
    MAX_UNDECIDED_OFFERS,
  );
}
