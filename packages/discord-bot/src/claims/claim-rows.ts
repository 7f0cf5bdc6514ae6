/** The table of the interactions that the processes of one data folder took. */
import type { DatabaseSync } from 'node:sqlite';

export const CLAIM_TABLE = `
  CREATE TABLE IF NOT EXISTS claim (interaction TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claim_by_time ON claim (at);
`;

export type ClaimRows = {
  /** All in one transaction. */
  add(interactionIds: readonly string[], at: number): void;
  has(interactionId: string): boolean;
  dropBefore(at: number): void;
};

export function claimRows(database: DatabaseSync): ClaimRows {
  // One statement is one transaction, however many rows it writes.
  const add = database.prepare('INSERT OR IGNORE INTO claim (interaction, at) SELECT value, ? FROM json_each(?)');
  const has = database.prepare('SELECT 1 FROM claim WHERE interaction = ?');
  const dropBefore = database.prepare('DELETE FROM claim WHERE at < ?');
  return {
    add: (interactionIds, at) => void add.run(at, JSON.stringify(interactionIds)),
    has: (interactionId) => has.get(interactionId) !== undefined,
    dropBefore: (at) => void dropBefore.run(at),
  };
}
