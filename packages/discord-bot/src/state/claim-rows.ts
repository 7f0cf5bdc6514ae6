/** Which interactions were taken by the processes of one data folder or database. */
import type { Database } from '@countersign/core/platform/database';

export const CLAIM_TABLE = `
  CREATE TABLE IF NOT EXISTS claim (interaction TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claim_by_time ON claim (at);
`;

export type ClaimRows = {
  /** All in one transaction; gives those that no one had added before. */
  add(interactionIds: readonly string[]): Promise<readonly string[]>;
  has(interactionId: string): Promise<boolean>;
  /** By the clock that all processes have in common: one whose own is wrong forgets nothing too early. */
  dropOlderThan(ms: number): Promise<void>;
};

export function claimRows({ query, now: clock, textsIn }: Pick<Database, 'query' | 'now' | 'textsIn'>): ClaimRows {
  return {
    // One statement, however many rows it writes.
    add: async (interactionIds) => {
      const added = await query<{ interaction: string }>(
        `INSERT INTO claim (interaction, at) SELECT value, ${clock} FROM ${textsIn('$1')} WHERE true
         ON CONFLICT (interaction) DO NOTHING RETURNING interaction`,
        JSON.stringify(interactionIds),
      );
      return added.map(({ interaction }) => interaction);
    },
    has: async (interactionId) => (await query('SELECT 1 FROM claim WHERE interaction = $1', interactionId)).length > 0,
    dropOlderThan: async (ms) => {
      await query(`DELETE FROM claim WHERE at < ${clock} - CAST($1 AS BIGINT)`, ms);
    },
  };
}
