/** What the processes of one data folder or database agree on: who took an interaction, and whose turn something is. */
import type { Database } from '@countersign/core/platform/database';

export type ClaimRows = ReturnType<typeof claimRows>;

export function claimRows({ query, now: clock, textsIn }: Pick<Database, 'query' | 'now' | 'textsIn'>) {
  return {
    /** In one statement, however many rows it writes. @returns those that no one had added before */
    add: async (interactionIds: readonly string[]): Promise<readonly string[]> => {
      const added = await query<{ interaction: string }>(
        `INSERT INTO claim (interaction, at) SELECT value, ${clock} FROM ${textsIn('$1')} WHERE true
         ON CONFLICT (interaction) DO NOTHING RETURNING interaction`,
        JSON.stringify(interactionIds),
      );
      return added.map(({ interaction }) => interaction);
    },
    has: async (interactionId: string) =>
      (await query('SELECT 1 FROM claim WHERE interaction = $1', interactionId)).length > 0,
    /** By the clock that all processes have in common: one whose own is wrong forgets nothing too early. */
    dropOlderThan: async (ms: number) => {
      await query(`DELETE FROM claim WHERE at < ${clock} - CAST($1 AS BIGINT)`, ms);
    },
  };
}

export type Leases = ReturnType<typeof leases>;

/**
 * Leases by the clock that all processes have in common.
 * @param table with `holder` and `until`. @param key its column for what is held: a range of shards, a network
 */
export function leases({ query, now: clock }: Pick<Database, 'query' | 'now'>, table: string, key: string) {
  return {
    /** @returns whether this process now holds the lease, for that long */
    take: async (what: string, holder: string, ms: number) => {
      const taken = await query(
        `INSERT INTO ${table} (${key}, holder, until) VALUES ($1, $2, ${clock} + $3)
         ON CONFLICT (${key}) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE ${table}.holder = excluded.holder OR ${table}.until <= ${clock} RETURNING 1`,
        ...[what, holder, ms],
      );
      return taken.length > 0;
    },
    isHeld: async (what: string) =>
      (await query(`SELECT 1 FROM ${table} WHERE ${key} = $1 AND until > ${clock}`, what)).length > 0,
    /** Another process may take over at once. */
    resign: async (what: string, holder: string) => {
      await query(`DELETE FROM ${table} WHERE ${key} = $1 AND holder = $2`, what, holder);
    },
  };
}
