/** Which handles changed, for any number of processes. */
import type { Database } from '../../../platform/database.ts';
import type { Changed } from '../store.ts';

/**
 * Changes of transactions that are over, and before which none still runs: what another one makes visible later has a
 * later number, so nothing is passed over. A cursor is the first transaction that was not told of.
 */
export async function changedSince({ query }: Database, cursor: number | undefined): Promise<Changed> {
  const rows = await query<{ end: string; handle: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS end, change.handle
     FROM (SELECT 1) AS once LEFT JOIN change
       ON made_by >= $1::text::xid8 AND made_by < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY made_by, number`,
    cursor === undefined ? '9223372036854775807' : String(cursor),
  );
  const handles = rows.flatMap(({ handle }) => handle ?? []);
  return { cursor: Number(rows[0]?.end), handles };
}
