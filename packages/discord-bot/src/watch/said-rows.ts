/** The queue of posts for each channel; one process claims each post. */
import type { NetworkName } from '@countersign/core/network';
import type { Database } from '@countersign/core/platform/database';
import type { Waiting, Watched, WatchRows } from './watch-tables.ts';

const MOST_WAITING = 500;

type Row = Omit<Waiting, 'watched' | 'isLast'> &
  Omit<Watched, 'number'> & { readonly watched: number; readonly isLast: number };

export function saidRows(
  { query }: Database,
  network: NetworkName,
  now: () => number,
): Pick<WatchRows, 'waiting' | 'claim' | 'pause' | 'putBack' | 'replace' | 'done'> {
  return {
    waiting: async () => {
      const rows = await query<Row>(
        `SELECT said.number AS number, watched, key, what, late, claimed, retry,
           CASE WHEN EXISTS (
             SELECT 1 FROM said AS later
             WHERE later.watched = said.watched AND later.done IS NULL AND later.number > said.number
           ) THEN 0 ELSE 1 END AS "isLast",
           guild AS "guildId", channel AS "channelId", escrow, follower, changed, reminded, due
         FROM said JOIN watched AS place ON place.number = said.watched WHERE said.number IN (
           SELECT min(said.number) FROM said JOIN watched ON watched.number = said.watched
           WHERE said.done IS NULL AND watched.network = $1 GROUP BY watched.channel
         ) AND retry <= $2 ORDER BY said.number LIMIT ${MOST_WAITING}`,
        network,
        now(),
      );
      return rows.map(({ number, key, what, late, claimed, retry, isLast, watched, ...place }) => ({
        ...{ number, key, what, late, claimed, retry },
        watched: { ...place, number: watched },
        isLast: isLast === 1,
      }));
    },
    claim: async ({ number, retry: before, late }, retry) => {
      const sql = `UPDATE said SET claimed = coalesce(claimed, $1), retry = $2
        WHERE number = $3 AND retry = $4 AND late = $5 AND done IS NULL RETURNING 1`;
      return (await query(sql, now(), retry, number, before, late)).length > 0;
    },
    pause: async ({ number, retry: before }, retry) => {
      await query('UPDATE said SET retry = $1 WHERE number = $2 AND retry = $3', retry, number, before);
    },
    putBack: async ({ number, late }, retry) => {
      const sql = `UPDATE said SET retry = $1, late = late + 1, claimed = NULL
        WHERE number = $2 AND late = $3 AND done IS NULL`;
      await query(sql, retry, number, late);
    },
    replace: async ({ number, late }, what) => {
      const sql =
        'UPDATE said SET what = $1, late = late + 1, claimed = NULL WHERE number = $2 AND late = $3 AND done IS NULL';
      await query(sql, what, number, late);
    },
    done: async (number) => {
      await query('UPDATE said SET done = $1 WHERE number = $2', now(), number);
    },
  };
}
