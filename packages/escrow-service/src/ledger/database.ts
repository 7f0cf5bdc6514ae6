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
const SCHEMA_VERSION = 2;

/** All follows from `log` and the code: `replay.ts` makes the rest anew and compares. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS log (
    ledger INTEGER PRIMARY KEY, closed_at INTEGER NOT NULL, envelope TEXT, funded TEXT
  );
  CREATE TRIGGER IF NOT EXISTS log_keeps_rows BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'append-only'); END;
  CREATE TRIGGER IF NOT EXISTS log_keeps_values BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'append-only'); END;
  CREATE TABLE IF NOT EXISTS ledger (
    sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, closed_at INTEGER NOT NULL, header TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS entry (
    key TEXT PRIMARY KEY, data TEXT NOT NULL, modified INTEGER NOT NULL, live_until INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tx (
    ledger INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, inner_hash TEXT, success INTEGER NOT NULL,
    result TEXT NOT NULL, meta TEXT NOT NULL, fee_changes TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS tx_inner ON tx (inner_hash) WHERE inner_hash IS NOT NULL;
  CREATE TABLE IF NOT EXISTS event (
    id TEXT PRIMARY KEY, contract TEXT NOT NULL, topics TEXT NOT NULL, value TEXT NOT NULL
  ) WITHOUT ROWID;
`;

export type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export type Database = {
  /** Runs `work` in one transaction that may write; what it throws undoes it. */
  write<T>(work: () => T): T;
  /** Runs `work` on one unchanging view of the ledger. */
  read<T>(work: () => T): T;
  get(sql: string, ...values: (string | number | null)[]): Row | undefined;
  /** The rows one by one. */
  each(sql: string, ...values: (string | number | null)[]): IterableIterator<Row>;
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
    throw error instanceof CountersignError ? error : unusable(error, file);
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
    each: (sql, ...values) => statement(sql).iterate(...values) as IterableIterator<Row>,
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
  if (owner === APPLICATION_ID && version !== SCHEMA_VERSION) throw otherVersion(Number(version));
  if (pragma('quick_check') !== 'ok') throw new NotALedger('it is damaged');
  useWriteAheadLog(db, 'FULL');
  db.exec('BEGIN IMMEDIATE');
  db.exec(`${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  db.exec('COMMIT');
}

class NotALedger extends Error {
  readonly remedy: string | undefined;

  constructor(why: string, remedy?: string) {
    super(why);
    this.remedy = remedy;
  }
}

function otherVersion(version: number): NotALedger {
  return new NotALedger(
    `it was written by ${version < SCHEMA_VERSION ? 'an older' : 'a newer'} version of Countersign (format ${version}, not ${SCHEMA_VERSION})`,
    'A sandbox holds play money alone: move the file away, and a new one is made in its place; or choose another folder with COUNTERSIGN_DATA_DIR.',
  );
}

function unusable(error: unknown, file: string): CountersignError {
  const why = error instanceof Error ? error.message : 'it cannot be opened';
  const remedy = error instanceof NotALedger ? error.remedy : undefined;
  return new CountersignError('STORE_UNUSABLE', {
    message: `The ledger's file ${file} cannot be used: ${why}.`,
    ...(remedy === undefined ? {} : { remedy }),
    cause: error,
  });
}
