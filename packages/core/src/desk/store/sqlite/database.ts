/** The store's SQLite file: its tables, its migrations, and its failures as errors that name it. */
import type { DatabaseSync } from 'node:sqlite';
import { type DataFileFormat, dataFileError, openDataFile } from '../../../platform/data-file.ts';
import { createWriter } from '../../../platform/sqlite-writer.ts';
import { restoredTable } from '../restored.ts';
import { searchable } from '../search.ts';
import { CHANGES } from './changes.ts';
import { ADDRESS_BOOK } from './contacts.ts';
import { KEPT_SIGNATURES } from './kept-signatures.ts';
import { LEASES } from './leases.ts';
import { LIST_ACCESS } from './list-access.ts';
import { ROOM } from './room.ts';
import { TIMERS } from './timers.ts';
import { PARTIES, TITLES, titleIn } from './titles.ts';
import { TOLD } from './told.ts';
import { WALLET_PROOFS } from './wallet-proofs.ts';

const VERSION_1 = `
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

/**
 * Remembers what was offered when the offer itself is deleted, by whatever deletes it, so that a late signature is
 * recognised. The transaction is not kept. With the indexes, what is old and what takes room is found without reading
 * transactions, and the many settled handles cost a new one nothing.
 */
const VERSION_2 = `
  ALTER TABLE offer ADD COLUMN sequence TEXT;
  DROP INDEX offer_by_handle;
  CREATE INDEX offer_by_handle ON offer (handle, state);
  CREATE INDEX offer_settled ON offer (offered_at, handle) WHERE state = 'settled';
  CREATE INDEX offer_open ON offer (handle, state, offered_at, expires_at) WHERE state <> 'settled';
  CREATE TABLE past_offer (
    hash TEXT PRIMARY KEY,
    handle TEXT NOT NULL,
    contract_id TEXT NOT NULL,
    sequence TEXT,
    offered_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    reasons TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_offer_by_expiry ON past_offer (expires_at);
  CREATE TRIGGER offer_is_remembered BEFORE DELETE ON offer
  WHEN OLD.handle IS NOT NULL AND OLD.state IN ('offered', 'rejected')
  BEGIN
    INSERT OR REPLACE INTO past_offer (hash, handle, contract_id, sequence, offered_at, expires_at, reasons)
    VALUES (OLD.hash, OLD.handle, OLD.contract_id, OLD.sequence, OLD.offered_at, OLD.expires_at, OLD.reasons);
  END;
`;

/** Adds the action of a handle, and reasons as data. An old sentence cannot be parsed, so it becomes KEPT_AS_TEXT. */
const VERSION_3 = `
  ALTER TABLE handle ADD COLUMN action TEXT NOT NULL DEFAULT 'deploy';
  UPDATE offer SET reasons = '[{"code":"KEPT_AS_TEXT","params":{}}]' WHERE reasons <> '[]';
  UPDATE past_offer SET reasons = '[{"code":"KEPT_AS_TEXT","params":{}}]' WHERE reasons <> '[]';
`;

/**
 * Adds owners, versions, confirmations and ends, and states by the ledger. What a service called refused is undecided
 * until the ledger is asked; what it called settled becomes `accepted`. Only one of several equal requests keeps the
 * request key: that of a handle that ended, or was done again, is freed.
 */
const VERSION_4 = `
  ALTER TABLE handle ADD COLUMN tenant TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE handle ADD COLUMN person TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE handle ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE handle ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE handle ADD COLUMN series TEXT;
  ALTER TABLE handle ADD COLUMN engagement TEXT;
  ALTER TABLE handle ADD COLUMN judged TEXT NOT NULL DEFAULT '{"stops":[],"warnings":[],"facts":[]}';
  ALTER TABLE handle ADD COLUMN replaces TEXT;
  ALTER TABLE handle ADD COLUMN opened_at INTEGER;
  ALTER TABLE handle ADD COLUMN ended TEXT;
  ALTER TABLE offer ADD COLUMN offered_ledger INTEGER;
  ALTER TABLE offer ADD COLUMN given_up INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE offer ADD COLUMN terms TEXT;
  ALTER TABLE offer ADD COLUMN tenant TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE offer ADD COLUMN person TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE past_offer ADD COLUMN terms TEXT;
  ALTER TABLE past_offer ADD COLUMN tenant TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE past_offer ADD COLUMN person TEXT NOT NULL DEFAULT 'local';
  UPDATE handle SET made_at = COALESCE((SELECT MIN(offered_at) FROM offer WHERE offer.handle = handle.id), 0);
  UPDATE handle SET series =
    json_array('local', 'local', json_extract(request, '$.signer'), json_extract(request, '$.engagementId'))
    WHERE action = 'deploy';
  UPDATE handle SET engagement =
    json_array(json_extract(request, '$.signer'), json_extract(request, '$.engagementId')) WHERE action = 'deploy';
  UPDATE offer SET terms = (SELECT request_key FROM handle WHERE handle.id = offer.handle AND action = 'deploy');
  UPDATE past_offer SET terms =
    (SELECT request_key FROM handle WHERE handle.id = past_offer.handle AND action = 'deploy');
  UPDATE offer SET state = iif(signed_xdr IS NULL, 'offered', 'unknown'), settlement = NULL WHERE state = 'rejected';
  UPDATE offer SET state = 'accepted', settlement = json_set(settlement,
    '$.status', 'accepted', '$.by', 'service',
    '$.message', 'The service said that it succeeded. The ledger has not been asked yet.',
    '$.next', 'Ask for its status: the ledger is asked then.')
    WHERE state = 'settled' AND settlement IS NOT NULL;
  UPDATE offer SET settlement = json_set(settlement, '$.by', 'here')
    WHERE settlement IS NOT NULL AND state IN ('sending', 'unknown');
  CREATE INDEX handle_by_owner ON handle (tenant, person, made_at);
  CREATE INDEX handle_by_series ON handle (series) WHERE series IS NOT NULL;
  CREATE INDEX handle_by_engagement ON handle (engagement) WHERE engagement IS NOT NULL;
  CREATE INDEX past_offer_by_contract ON past_offer (contract_id);
  DROP TRIGGER offer_is_remembered;
  CREATE TRIGGER offer_is_remembered BEFORE DELETE ON offer
  WHEN OLD.handle IS NOT NULL AND OLD.state <> 'settled'
  BEGIN
    INSERT OR REPLACE INTO past_offer
      (hash, handle, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person)
    VALUES (OLD.hash, OLD.handle, OLD.contract_id, OLD.sequence, OLD.offered_at, OLD.expires_at, OLD.reasons,
      OLD.terms, OLD.tenant, OLD.person);
  END;
  CREATE TABLE confirmation (
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    by TEXT NOT NULL,
    PRIMARY KEY (handle, content, by)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE participant (
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    right TEXT NOT NULL,
    PRIMARY KEY (handle, tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE person_limits (
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    limits TEXT NOT NULL,
    PRIMARY KEY (tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE known (
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (tenant, person, key)
  ) STRICT, WITHOUT ROWID;
`;

/** The search table. Existing requests are folded by our own function, since SQL has none. */
const VERSION_5_SEARCH = `
  CREATE TABLE escrow_text (
    number INTEGER PRIMARY KEY,
    handle TEXT NOT NULL UNIQUE REFERENCES handle(id) ON DELETE CASCADE,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    network TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    texts TEXT NOT NULL,
    parties TEXT NOT NULL
  ) STRICT;
  CREATE INDEX escrow_text_by_owner ON escrow_text (tenant, person, network, made_at, handle);
  INSERT INTO escrow_text (handle, tenant, person, network, made_at, texts, parties)
    SELECT id, tenant, person, network, made_at, searchable_texts(request), searchable_parties(request)
    FROM handle WHERE action = 'deploy';
`;

/** Finds transactions that exclude each other on the ledger, and whether an offer counts towards limits before it is sent. */
const VERSION_14 = `
  CREATE INDEX offer_by_sequence ON offer (sequence) WHERE sequence IS NOT NULL;
  ALTER TABLE offer ADD COLUMN counted INTEGER NOT NULL DEFAULT 1;
`;

/** A request that cannot be read gets no search texts, and does not stop the migration. */
const searchableIn = (part: keyof ReturnType<typeof searchable>) => (request: string) => {
  try {
    return searchable(JSON.parse(request))[part];
  } catch {
    return '';
  }
};

export const STORE_FORMAT: DataFileFormat = {
  name: 'prepared.sqlite',
  // "CsPr"
  applicationId: 0x43735072,
  unmarkedTables: ['handle', 'offer'],
  oldest: 1,
  steps: [
    { version: 1, sql: VERSION_1 },
    { version: 2, sql: VERSION_2 },
    { version: 3, sql: VERSION_3 },
    { version: 4, sql: VERSION_4 },
    {
      version: 5,
      sql: VERSION_5_SEARCH,
      functions: { searchable_texts: searchableIn('texts'), searchable_parties: searchableIn('parties') },
    },
    { version: 5, sql: ADDRESS_BOOK },
    { version: 6, sql: TOLD },
    { version: 7, sql: LIST_ACCESS },
    { version: 8, sql: KEPT_SIGNATURES },
    { version: 9, sql: TITLES, functions: { searchable_title: titleIn } },
    { version: 10, sql: CHANGES },
    { version: 11, sql: LEASES },
    { version: 12, sql: WALLET_PROOFS },
    { version: 13, sql: ROOM },
    { version: 13, sql: TIMERS },
    { version: 14, sql: VERSION_14 },
    { version: 14, sql: restoredTable('TEXT') },
    { version: 15, sql: PARTIES },
  ],
};

export type StoreDatabase = {
  readonly sqlite: DatabaseSync;
  /** Runs `work` in a transaction that no other process can come between. It does nothing but ask the file. */
  write<T>(work: () => T): Promise<T>;
  /** As `write`, for what may be lost in a power cut. */
  writeLightly<T>(work: () => T): Promise<T>;
  /** Runs `work`, with a failure of the file named as such. */
  read<T>(work: () => T): T;
  /** Once everything that was asked for is written. */
  close(): Promise<void>;
};

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @throws CountersignError STORE_UNUSABLE, as `openDataFile`
 */
export function openStoreDatabase(folder: string | undefined): StoreDatabase {
  // FULL: a transaction that may have been sent must not be forgotten by a power cut.
  const sqlite = openDataFile(folder, STORE_FORMAT, { synchronous: 'FULL' });
  const writer = createWriter(sqlite);
  const named = (cause: unknown): never => {
    throw dataFileError(folder, STORE_FORMAT, cause);
  };
  return {
    sqlite,
    write: (work) => writer.write(work).catch(named),
    writeLightly: (work) => writer.writeLightly(work).catch(named),
    read: (work) => {
      try {
        return work();
      } catch (cause) {
        return named(cause);
      }
    },
    close: async () => {
      await writer.idle();
      if (sqlite.isOpen) sqlite.close();
    },
  };
}
