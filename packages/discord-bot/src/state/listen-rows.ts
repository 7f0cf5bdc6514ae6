/** Which process is connected to Discord, of those that share a PostgreSQL database. */
import type { Database } from '@countersign/core/platform/database';

/** The lease of the connected process, by the database's clock: one for each range of shards. */
export type ListenRows = {
  /** @returns whether this process now holds the lease, for that long */
  listen(shards: string, holder: string, ms: number): Promise<boolean>;
  isHeld(shards: string): Promise<boolean>;
  /** Another process may take over at once. */
  resign(shards: string, holder: string): Promise<void>;
};

export function listenRows({ query, now: clock }: Pick<Database, 'query' | 'now'>): ListenRows {
  return {
    listen: async (shards, holder, ms) => {
      const taken = await query(
        `INSERT INTO listening (shards, holder, until) VALUES ($1, $2, ${clock} + $3)
         ON CONFLICT (shards) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE listening.holder = excluded.holder OR listening.until <= ${clock} RETURNING 1`,
        shards,
        holder,
        ms,
      );
      return taken.length > 0;
    },
    isHeld: async (shards) =>
      (await query(`SELECT 1 FROM listening WHERE shards = $1 AND until > ${clock}`, shards)).length > 0,
    resign: async (shards, holder) => {
      await query('DELETE FROM listening WHERE shards = $1 AND holder = $2', shards, holder);
    },
  };
}
