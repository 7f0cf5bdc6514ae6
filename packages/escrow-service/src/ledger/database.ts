/**
 * The ledger's one SQLite file. All state is here, so that several processes can share it and none of them has
 * anything to lose: each request is one transaction, and `synchronous=FULL` has every answered one on disk.
 */

import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { makeDataDir } from '@countersign/core/data-dir';
import { CountersignError } from '@countersign/core/errors';
import { openSqlite, useWriteAheadLog } from '@countersign/core/sqlite';

export const LEDGER_FILE = 'sandbox-ledger.sqlite';

/** Marks the file as ours ("CsLg"); another program's database is not written to. */
const APPLICATION_ID = 0x43734c67;
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entry (
    key TEXT PRIMARY KEY, data TEXT NOT NULL, modified INTEGER NOT NULL, live_until INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ledger (
    sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, closed_at INTEGER NOT NULL, header TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS tx (
    hash TEXT PRIMARY KEY, ledger INTEGER NOT NULL, closed_at INTEGER NOT NULL, success INTEGER NOT NULL,
    envelope TEXT NOT NULL, result TEXT NOT NULL, meta TEXT NOT NULL
  ) WITHOUT ROWID;
`;

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export type Database = {
  /** Runs `work` in one transaction that may write; what it throws undoes it. */
  write<T>(work: () => T): T;
  /** Runs `work` on one unchanging view of the ledger. */
  read<T>(work: () => T): T;
  get(sql: string, ...values: (string | number | null)[]): Row | undefined;
  run(sql: string, ...values: (string | number | null)[]): void;
  close(): void;
};

/**
 * @param dataDir folder of the file, made where it is missing; nothing: a ledger in memory
 * @throws CountersignError STORE_UNUSABLE when the folder cannot be written or the file is not a ledger's
 */
export function openDatabase(dataDir: string | undefined): Database {
  const file = dataDir === undefined ? ':memory:' : path.join(dataDir, LEDGER_FILE);
  try {
    if (dataDir !== undefined) makeDataDir(dataDir);
    return openFile(file);
  } catch (error) {
    throw unusable(error, file);
  }
}

function openFile(file: string): Database {
  const db = openSqlite(file);
  try {
    prepareFile(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  };
  const within =
    (begin: string) =>
    <T>(work: () => T): T => {
      db.exec(begin);
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    };
  return {
    write: within('BEGIN IMMEDIATE'),
    read: within('BEGIN'),
    get: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
    close: () => db.close(),
  };
}

function prepareFile(db: DatabaseSync): void {
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // One view for both questions: another process may be making the file at this moment.
  db.exec('BEGIN');
  const owner = pragma('application_id');
  const version = pragma('user_version');
  const tables = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number };
  db.exec('COMMIT');
  if (owner !== APPLICATION_ID && (owner !== 0 || tables.n > 0)) throw new NotALedger('it belongs to another program');
  if (owner === APPLICATION_ID && version !== SCHEMA_VERSION) throw new NotALedger('it was written by another version');
  if (pragma('quick_check') !== 'ok') throw new NotALedger('it is damaged');
  useWriteAheadLog(db, 'FULL');
  db.exec('BEGIN IMMEDIATE');
  db.exec(`${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  db.exec('COMMIT');
}

class NotALedger extends Error {}

function unusable(error: unknown, file: string): CountersignError {
  const why = error instanceof Error ? error.message : 'it cannot be opened';
  return new CountersignError('STORE_UNUSABLE', {
    message: `The ledger's file ${file} cannot be used: ${why}.`,
    cause: error,
  });
}
