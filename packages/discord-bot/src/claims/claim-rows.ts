/** The table of the interactions that the processes of one data folder, or database, took. */
import type { RowDatabase } from '../rows/database.ts';

export const CLAIM_TABLE = `
  CREATE TABLE IF NOT EXISTS claim (interaction TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claim_by_time ON claim (at);
`;

export type ClaimRows = {
  /** All in one transaction. */
  add(interactionIds: readonly string[], at: number): Promise<void>;
  has(interactionId: string): Promise<boolean>;
  dropBefore(at: number): Promise<void>;
};

export function claimRows({ query, textsIn }: RowDatabase): ClaimRows {
  return {
    // One statement, however many rows it writes.
    add: async (interactionIds, at) => {
      await query(
        `INSERT INTO claim (interaction, at) SELECT value, CAST($1 AS BIGINT) FROM ${textsIn('$2')} WHERE true
         ON CONFLICT (interaction) DO NOTHING`,
        at,
        JSON.stringify(interactionIds),
      );
    },
    has: async (interactionId) => (await query('SELECT 1 FROM claim WHERE interaction = $1', interactionId)).length > 0,
    dropBefore: async (at) => {
      await query('DELETE FROM claim WHERE at < $1', at);
    },
  };
}
