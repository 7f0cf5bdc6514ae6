/** The number of handles in each state, for monitoring. */
import type { StoreContext } from './handles.ts';

/** `ended`: replaced, declined or discarded. The others are those of a handle's deciding or newest offer. */
export const HANDLE_STATES = [
  'offered',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'taken',
  'rejected',
  'dead',
  'ended',
] as const;

export type HandleState = (typeof HANDLE_STATES)[number];
export type HandleCounts = Readonly<Partial<Record<HandleState, number>>>;

export async function handleCounts({ database, network }: StoreContext): Promise<HandleCounts> {
  const rows = await database.query<{ state: HandleState; count: number }>(
    `SELECT state, count(*) AS count FROM (
       SELECT COALESCE(
         (SELECT 'settled' FROM offer WHERE offer.handle = handle.id AND state = 'settled' LIMIT 1),
         CASE WHEN ended IS NOT NULL THEN 'ended' END,
         (SELECT state FROM offer WHERE offer.handle = handle.id ORDER BY number DESC LIMIT 1)
       ) AS state FROM handle WHERE network = $1
     ) AS each WHERE state IS NOT NULL GROUP BY state`,
    network,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
