/** Migrates tables to this program's version, once, however many processes start together. */
import { CountersignError } from '../../errors/errors.ts';
import type { Database, Query } from '../database.ts';
import { SCHEMA } from './database.ts';

export type NumberedTables = {
  /** The table that stores the version. */
  readonly versionIn: string;
  /** In ascending order; an empty database goes through all of them. */
  readonly steps: readonly { readonly version: number; readonly sql: string }[];
};

const OLDEST_POSTGRESQL = 140_000;

export const newestOf = ({ steps }: NumberedTables): number => Math.max(...steps.map(({ version }) => version));

/** @throws CountersignError STORE_UNUSABLE for an older PostgreSQL, or tables of a newer version */
export async function migrate({ write }: Database, tables: NumberedTables): Promise<void> {
  const { versionIn, steps } = tables;
  const newest = newestOf(tables);
  await write(async (query) => {
    const [server] = await query<{ number: string }>('SELECT current_setting($1) AS number', 'server_version_num');
    if (Number(server?.number) < OLDEST_POSTGRESQL) {
      throw unusable('PostgreSQL is older than 14.', 'Use PostgreSQL 14 or newer.');
    }
    await query("SELECT pg_advisory_xact_lock(hashtextextended('countersign schema', 0))");
    const version = await readVersion(query, versionIn);
    if (version > newest) {
      throw unusable(
        `The database is of version ${version}; this program knows up to ${newest}.`,
        'Update Countersign, or give it another database with DATABASE_URL.',
      );
    }
    for (const step of steps.filter((each) => each.version > version)) {
      await query(step.sql);
      await query(`UPDATE ${versionIn} SET number = $1`, step.version);
    }
  });
}

/** 0 in an empty database. */
async function readVersion(query: Query, versionIn: string): Promise<number> {
  const [known] = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', SCHEMA);
  // Only where it is missing, since creating a schema needs a privilege that is not needed later.
  if (known === undefined) await query(`CREATE SCHEMA ${SCHEMA}`);
  await query(`CREATE TABLE IF NOT EXISTS ${versionIn} (number INTEGER NOT NULL)`);
  const [row] = await query<{ number: number }>(`SELECT number FROM ${versionIn}`);
  if (row === undefined) await query(`INSERT INTO ${versionIn} VALUES (0)`);
  return row?.number ?? 0;
}

function unusable(message: string, operatorRemedy: string): CountersignError {
  return new CountersignError('STORE_UNUSABLE', { message, operatorRemedy });
}
