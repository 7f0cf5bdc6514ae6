/** Room in the store: what is forgotten, and when nothing more is taken in. What may have been sent always stays. */
import type { DatabaseSync } from 'node:sqlite';
import { CountersignError } from '../errors.ts';

/** How many handles that did not settle are kept at once; each is some 20 kB. */
export const MAX_HANDLES = 1_000;
/** How many settled ones are remembered, to answer the same request or submission again. */
const MAX_SETTLED = 10_000;
const DAY_MS = 24 * 3_600_000;
/** A handle that was never sent may be renewed this long after its last offer. */
const UNSENT_KEPT_MS = DAY_MS;
const SETTLED_KEPT_MS = 30 * DAY_MS;

/** @throws CountersignError STORE_FULL */
export function makeRoom(sqlite: DatabaseSync, now: number): void {
  const dropWhere = (condition: string, ...values: number[]) =>
    sqlite
      .prepare(
        `DELETE FROM handle WHERE id IN (
           SELECT handle FROM offer GROUP BY handle
           HAVING SUM(state IN ('sending', 'unknown')) = 0 AND (${condition}))`,
      )
      .run(...values);
  dropWhere("SUM(state = 'settled') = 0 AND MAX(offered_at) < ?", now - UNSENT_KEPT_MS);
  dropWhere('MAX(offered_at) < ?', now - SETTLED_KEPT_MS);
  sqlite
    .prepare(`DELETE FROM offer WHERE handle IS NULL AND state NOT IN ('sending', 'unknown') AND offered_at < ?`)
    .run(now - SETTLED_KEPT_MS);
  sqlite
    .prepare(
      `DELETE FROM handle WHERE id IN (
         SELECT handle FROM offer WHERE state = 'settled' ORDER BY number DESC LIMIT -1 OFFSET ${MAX_SETTLED})`,
    )
    .run();
  if (openHandles(sqlite) < MAX_HANDLES) return;
  dropWhere("SUM(state = 'settled') = 0 AND MAX(expires_at) < ?", now);
  if (openHandles(sqlite) >= MAX_HANDLES) throw new CountersignError('STORE_FULL');
}

/** Forgets a handle's older offers that nobody signed in time; a copy that still lives may yet come back signed. */
export function dropExpiredOffers(sqlite: DatabaseSync, handle: string, now: number): void {
  sqlite.prepare("DELETE FROM offer WHERE handle = ? AND state = 'offered' AND expires_at < ?").run(handle, now);
}

function openHandles(sqlite: DatabaseSync): number {
  const settled = "SELECT handle FROM offer WHERE state = 'settled' AND handle IS NOT NULL";
  const row = sqlite.prepare(`SELECT COUNT(*) AS n FROM handle WHERE id NOT IN (${settled})`).get();
  return (row as { n: number }).n;
}
