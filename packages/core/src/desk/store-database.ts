/** The store's SQLite file: its tables, its version, and its failures as errors that name the folder. */
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { CountersignError } from '../errors.ts';
import { openSqlite, useWriteAheadLog } from '../sqlite.ts';

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE handle (
    id TEXT PRIMARY KEY,
    page_id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    request_key TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE offer (
    number INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    handle TEXT REFERENCES handle(id) ON DELETE CASCADE,
    unsigned_xdr TEXT NOT NULL,
    contract_id TEXT NOT NULL,
    offered_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    state TEXT NOT NULL,
    claim INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    signed_xdr TEXT,
    settlement TEXT
  ) STRICT;
  CREATE INDEX offer_by_handle ON offer (handle);
  CREATE INDEX offer_by_contract ON offer (contract_id);
`;

export type StoreDatabase = {
  readonly sqlite: DatabaseSync;
  /** Runs `work` in one transaction that no other process can come between. */
  write<T>(work: () => T): T;
  /** Runs `work`, with a failure of the file named as such. */
  read<T>(work: () => T): T;
};

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @throws CountersignError STORE_UNUSABLE for a folder that cannot be written, a damaged file, or one of another version
 */
export function openStoreDatabase(folder: string | undefined): StoreDatabase {
  const read = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof CountersignError) throw cause;
      throw unusable(folder, 'its file prepared.sqlite cannot be opened, is damaged or cannot be written', cause);
    }
  };
  const sqlite = read(() => {
    if (folder !== undefined) makeDataDir(folder);
    const file = folder === undefined ? ':memory:' : path.join(folder, 'prepared.sqlite');
    const opened = openSqlite(file);
    // FULL: a transaction that may have been sent must not be forgotten by a power cut.
    useWriteAheadLog(opened, 'FULL');
    opened.exec('PRAGMA foreign_keys = ON;');
    return opened;
  });
  const write = <T>(work: () => T): T =>
    read(() => {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        sqlite.exec('COMMIT');
        return result;
      } catch (error) {
        sqlite.exec('ROLLBACK');
        throw error;
      }
    });
  write(() => {
    const version = (sqlite.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
    if (version === 0) sqlite.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
    else if (version !== SCHEMA_VERSION) {
      throw unusable(folder, 'its file prepared.sqlite was made by another version of Countersign');
    }
  });
  return { sqlite, write, read };
}

function unusable(folder: string | undefined, why: string, cause?: unknown): CountersignError {
  return new CountersignError('STORE_UNUSABLE', {
    message: `The data folder ${folder ?? '(in memory)'} cannot be used: ${why}.`,
    cause,
  });
}
