/** Handles and offers, read. A handle comes with its offers in one statement, so that both are of one moment. */

import type { Query, Value } from '../../../platform/database.ts';
import type { Handle, Offer } from '../offers.ts';
import { type HandleRow, handleOf, readOffer } from '../rows.ts';

/** Followed by `FROM handle`. */
const WITH_OFFERS = `SELECT handle.*,
  (SELECT json_agg(offer ORDER BY offer.number DESC) FROM offer WHERE offer.handle = handle.id) AS offers`;

/** Offers with the action of their handle; one that was prepared elsewhere is a deploy. */
const OFFERS = `SELECT offer.*, COALESCE(handle.action, 'deploy') AS action
  FROM offer LEFT JOIN handle ON handle.id = offer.handle`;

type Row = HandleRow & { readonly offers: readonly object[] | null };

/** @param where what follows `FROM handle` */
export async function handlesWhere(query: Query, where: string, ...values: readonly Value[]): Promise<Handle[]> {
  const rows = await query<Row>(`${WITH_OFFERS} FROM handle ${where}`, ...values);
  return rows.map(({ offers, ...row }) =>
    handleOf(
      row,
      (offers ?? []).map((offer) => readOffer({ ...offer, action: row.action })),
    ),
  );
}

export async function handleWhere(
  query: Query,
  where: string,
  ...values: readonly Value[]
): Promise<Handle | undefined> {
  return (await handlesWhere(query, `${where} LIMIT 1`, ...values))[0];
}

/** @param where what follows the offers and their handles */
export async function offersWhere(query: Query, where: string, ...values: readonly Value[]): Promise<Offer[]> {
  return (await query(`${OFFERS} ${where}`, ...values)).map(readOffer);
}

export async function offerOf(query: Query, hash: string): Promise<Offer | undefined> {
  return (await offersWhere(query, 'WHERE hash = $1', hash))[0];
}

/** Locks a handle until the end of the transaction; within a write. */
export async function lockedHandle(query: Query, network: string, id: string): Promise<Handle | undefined> {
  await query('SELECT 1 FROM handle WHERE id = $1 FOR UPDATE', id);
  // Read only once the lock is held, so that the previous holder's changes are seen.
  return await handleWhere(query, 'WHERE id = $1 AND network = $2', id, network);
}

/** Locks names until the end of the transaction, for rows that may not exist yet; within a write. */
export async function lock(query: Query, names: readonly string[]): Promise<void> {
  // In a fixed order, so that no two transactions deadlock.
  for (const name of [...new Set(names)].toSorted()) {
    await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', name);
  }
}
