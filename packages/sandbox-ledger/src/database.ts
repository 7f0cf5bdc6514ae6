/**
 * The ledger's only SQLite file. All state is here, so several processes can share it and any of them may crash: each
 * request is one transaction, and with `synchronous=FULL` it is on disk before it is answered.
 */
import type { StatementSync } from 'node:sqlite';
import {
  type DataFileFormat,
  dataFileError,
  inspectDataFile,
  openDataFile,
} from '@countersign/core/platform/data-file';
import { isHealthy } from '@countersign/core/platform/sqlite';

/** Tables of the versions before 6, whose contracts exist on no network. They are set aside, in a copy of the file. */
const EARLIER = ['log', 'ledger', 'entry', 'tx', 'event'].map((table) => `DROP TABLE IF EXISTS ${table};`).join('\n');

/** Everything follows from `log` and the code: `replay.ts` rebuilds the rest and compares. */
const VERSION_6 = `
  CREATE TABLE log (
    ledger INTEGER PRIMARY KEY, closed_at INTEGER NOT NULL, envelope TEXT, funded TEXT, archived TEXT
  );
  CREATE TRIGGER log_keeps_rows BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'append-only'); END;
  CREATE TRIGGER log_keeps_values BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'append-only'); END;
  CREATE TABLE ledger (
    sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, closed_at INTEGER NOT NULL, header TEXT NOT NULL
  );
  CREATE TABLE entry (
    key TEXT PRIMARY KEY, data TEXT NOT NULL, modified INTEGER NOT NULL, live_until INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE tx (
    ledger INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, inner_hash TEXT, success INTEGER NOT NULL,
    result TEXT NOT NULL, meta TEXT NOT NULL, fee_changes TEXT NOT NULL, refund_changes TEXT
  );
  CREATE INDEX tx_inner ON tx (inner_hash) WHERE inner_hash IS NOT NULL;
  CREATE TABLE event (
    id TEXT PRIMARY KEY, contract TEXT NOT NULL, topics TEXT NOT NULL, value TEXT NOT NULL
  ) WITHOUT ROWID;
`;

export const LEDGER_FORMAT: DataFileFormat = {
  name: 'sandbox-ledger.sqlite',
  // "CsLg"
  applicationId: 0x43734c67,
  unmarkedTables: [],
  // Version 1 had no log.
  oldest: 2,
  steps: [{ version: 6, sql: EARLIER + VERSION_6 }],
};

/** Whether opening the ledger there sets an earlier one aside. @throws CountersignError STORE_UNUSABLE */
export function isOfEarlierContracts(dataDir: string): boolean {
  const found = inspectDataFile(dataDir, LEDGER_FORMAT);
  return found !== undefined && found.version > 0 && found.version < found.newest;
}

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export type Database = {
  /** Runs `work` in one write transaction; an error rolls it back. */
  write<T>(work: () => T): T;
  /** Runs `work` on a consistent snapshot. */
  read<T>(work: () => T): T;
  get<T = Row>(sql: string, ...values: (string | number | null)[]): T | undefined;
  each<T = Row>(sql: string, ...values: (string | number | null)[]): IterableIterator<T>;
  run(sql: string, ...values: (string | number | null)[]): void;
  close(): void;
};

/**
 * @param dataDir folder of the file, created if missing; undefined: a ledger in memory
 * @throws CountersignError STORE_UNUSABLE, as `openDataFile`, and for a damaged file
 */
export function openDatabase(dataDir: string | undefined): Database {
  const db = openDataFile(dataDir, LEDGER_FORMAT, { synchronous: 'FULL' });
  try {
    if (!isHealthy(db)) throw new Error('it is damaged');
  } catch (error) {
    db.close();
    throw dataFileError(dataDir, LEDGER_FORMAT, error);
  }
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    const prepared = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, prepared);
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
    get: <T>(sql: string, ...values: (string | number | null)[]) => statement(sql).get(...values) as T | undefined,
    each: <T>(sql: string, ...values: (string | number | null)[]) =>
      statement(sql).iterate(...values) as IterableIterator<T>,
    run: (sql, ...values) => void statement(sql).run(...values),
    close: () => db.close(),
  };
}
