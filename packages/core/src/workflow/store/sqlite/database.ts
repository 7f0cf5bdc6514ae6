/** The store's SQLite file: its tables and their migrations. */
import type { DeployRequest } from '../../../escrow/index.ts';
import type { DataFileFormat } from '../../../platform/data-file.ts';
import {
  AGREED_TERMS_BY_WALLET,
  AGREED_TERMS_INDEX,
  agreedTermsTable,
  agreementOfStored,
  STORED_TRANSACTIONS,
} from '../agreements.ts';
import { moneyTables } from '../money.ts';
import { movedBy } from '../money-moved.ts';
import { restoredTable } from '../restored.ts';
import { searchable, titleKey } from '../search.ts';
import { timerTable } from '../timers.ts';
import { STORE_FILE } from './has-requests.ts';

const VERSION_1 = `
  CREATE TABLE handle (
    id TEXT PRIMARY KEY, page_id TEXT NOT NULL UNIQUE, network TEXT NOT NULL, request_key TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE offer (
    number INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, handle TEXT REFERENCES handle(id) ON DELETE CASCADE,
    unsigned_xdr TEXT NOT NULL, contract_id TEXT NOT NULL, offered_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    reasons TEXT NOT NULL, state TEXT NOT NULL, claim INTEGER NOT NULL DEFAULT 0, sent_at INTEGER, signed_xdr TEXT,
    settlement TEXT
  ) STRICT;
  CREATE INDEX offer_by_handle ON offer (handle);
  CREATE INDEX offer_by_contract ON offer (contract_id);
`;

/**
 * Remembers what was offered when the transaction itself is deleted, by whatever deletes it, so that a late signature is
 * recognised. The transaction is not kept. With the indexes, what is old and what takes room is found without reading
 * transactions, and the many settled requests cost a new one nothing.
 */
const VERSION_2 = `
  ALTER TABLE offer ADD COLUMN sequence TEXT;
  DROP INDEX offer_by_handle;
  CREATE INDEX offer_by_handle ON offer (handle, state);
  CREATE INDEX offer_settled ON offer (offered_at, handle) WHERE state = 'settled';
  CREATE INDEX offer_open ON offer (handle, state, offered_at, expires_at) WHERE state <> 'settled';
  CREATE TABLE past_offer (
    hash TEXT PRIMARY KEY, handle TEXT NOT NULL, contract_id TEXT NOT NULL, sequence TEXT,
    offered_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, reasons TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_offer_by_expiry ON past_offer (expires_at);
  CREATE TRIGGER offer_is_remembered BEFORE DELETE ON offer
  WHEN OLD.handle IS NOT NULL AND OLD.state IN ('offered', 'rejected')
  BEGIN
    INSERT OR REPLACE INTO past_offer (hash, handle, contract_id, sequence, offered_at, expires_at, reasons)
    VALUES (OLD.hash, OLD.handle, OLD.contract_id, OLD.sequence, OLD.offered_at, OLD.expires_at, OLD.reasons);
  END;
`;

/** Adds the action of a request, and reasons as data. An old sentence cannot be parsed, so it becomes KEPT_AS_TEXT. */
const VERSION_3 = `
  ALTER TABLE handle ADD COLUMN action TEXT NOT NULL DEFAULT 'deploy';
  UPDATE offer SET reasons = '[{"code":"KEPT_AS_TEXT","params":{}}]' WHERE reasons <> '[]';
  UPDATE past_offer SET reasons = '[{"code":"KEPT_AS_TEXT","params":{}}]' WHERE reasons <> '[]';
`;

/**
 * Adds owners, versions, confirmations and ends, and states by the ledger. What a service called refused is undecided
 * until the ledger is asked; what it called settled becomes `accepted`. Only one of several equal requests keeps the
 * request key: that of a request that ended, or was done again, is freed.
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
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE, content TEXT NOT NULL, by TEXT NOT NULL,
    PRIMARY KEY (handle, content, by)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE participant (
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE, tenant TEXT NOT NULL, person TEXT NOT NULL,
    right TEXT NOT NULL, PRIMARY KEY (handle, tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE person_limits (
    tenant TEXT NOT NULL, person TEXT NOT NULL, limits TEXT NOT NULL, PRIMARY KEY (tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE known (
    tenant TEXT NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (tenant, person, key)
  ) STRICT, WITHOUT ROWID;
`;

/** The search table. Existing requests are folded by our own function, since SQL has none. */
const VERSION_5_SEARCH = `
  CREATE TABLE escrow_text (
    number INTEGER PRIMARY KEY, handle TEXT NOT NULL UNIQUE REFERENCES handle(id) ON DELETE CASCADE,
    tenant TEXT NOT NULL, person TEXT NOT NULL, network TEXT NOT NULL, made_at INTEGER NOT NULL,
    texts TEXT NOT NULL, parties TEXT NOT NULL
  ) STRICT;
  CREATE INDEX escrow_text_by_owner ON escrow_text (tenant, person, network, made_at, handle);
  INSERT INTO escrow_text (handle, tenant, person, network, made_at, texts, parties)
    SELECT id, tenant, person, network, made_at, searchable_texts(request), searchable_parties(request)
    FROM handle WHERE action = 'deploy';
`;

/** The `names` column keeps a request's names as they were when it was prepared, whatever changes later. */
const ADDRESS_BOOK = `
  CREATE TABLE contact (
    network TEXT NOT NULL, tenant TEXT NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL, look TEXT NOT NULL,
    name TEXT NOT NULL, address TEXT NOT NULL, set_by TEXT NOT NULL, set_at INTEGER NOT NULL, before TEXT,
    removed_at INTEGER, PRIMARY KEY (network, tenant, person, key)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE handle ADD COLUMN names TEXT NOT NULL DEFAULT '[]';
`;

/** What followers of escrows were last sent: a row for each follower and escrow. */
const TOLD = `
  CREATE TABLE told (
    number INTEGER PRIMARY KEY, network TEXT NOT NULL, tenant TEXT NOT NULL, person TEXT NOT NULL,
    follower TEXT NOT NULL, escrow TEXT NOT NULL, ledger INTEGER NOT NULL, state TEXT NOT NULL,
    UNIQUE (network, tenant, person, follower, escrow)
  ) STRICT;
`;

/** Links to a person's list, which are used once, and the sessions that they became. */
const LIST_ACCESS = `
  CREATE TABLE list_access (
    number INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, network TEXT NOT NULL,
    tenant TEXT NOT NULL, person TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
`;

/** A row without the signature's bytes: a newer transaction made it useless, and its signer must sign again. */
const KEPT_SIGNATURES = `
  CREATE TABLE kept_signature (
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE, signer TEXT NOT NULL, hash TEXT NOT NULL,
    signature TEXT, PRIMARY KEY (handle, signer)
  ) STRICT, WITHOUT ROWID;
`;

const TITLES = `
  ALTER TABLE escrow_text ADD COLUMN title TEXT NOT NULL DEFAULT '';
  UPDATE escrow_text SET title =
    COALESCE((SELECT searchable_title(request) FROM handle WHERE handle.id = escrow_text.handle), '');
  DROP INDEX escrow_text_by_owner;
  CREATE INDEX escrow_text_by_owner ON escrow_text (tenant, person, network, made_at, handle, title);
  CREATE INDEX participant_by_person ON participant (tenant, person, handle);
`;

/**
 * One row for each request. Deleted and inserted again, since within a trigger the outer statement decides how conflicts
 * are resolved, so REPLACE may not apply.
 */
const note = (requestId: string) =>
  `DELETE FROM change WHERE handle = ${requestId}; INSERT INTO change (handle) VALUES (${requestId});`;

/** Without `opened_at`: opening a page does not change the request's state. */
const REQUEST_COLUMNS = 'request_key, request, tenant, person, judged, names, replaces, ended';
const PARTS = ['offer', 'confirmation', 'kept_signature'] as const;

const ofPart = (table: (typeof PARTS)[number]) =>
  (['INSERT', 'UPDATE', 'DELETE'] as const)
    .map((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return `
  CREATE TRIGGER ${table}_${event.toLowerCase()}_is_told AFTER ${event} ON ${table} WHEN ${row}.handle IS NOT NULL
  BEGIN ${note(`${row}.handle`)} END;`;
    })
    .join('');

/** AUTOINCREMENT never reuses a number, even if the newest row is deleted. */
const CHANGES = `
  CREATE TABLE change (number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL UNIQUE) STRICT;
  CREATE TRIGGER handle_insert_is_told AFTER INSERT ON handle BEGIN ${note('NEW.id')} END;
  CREATE TRIGGER handle_update_is_told AFTER UPDATE OF ${REQUEST_COLUMNS} ON handle BEGIN ${note('NEW.id')} END;
  CREATE TRIGGER handle_delete_is_told AFTER DELETE ON handle BEGIN ${note('OLD.id')} END;
  ${PARTS.map(ofPart).join('')}
`;

const LEASE = '(key TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID';

const WALLET_PROOFS = `
  CREATE TABLE wallet_proof (
    network TEXT NOT NULL, tenant TEXT NOT NULL, person TEXT NOT NULL, address TEXT NOT NULL, hash TEXT UNIQUE,
    code TEXT NOT NULL, who TEXT NOT NULL, place TEXT NOT NULL, host TEXT NOT NULL, language TEXT NOT NULL,
    expires_at INTEGER NOT NULL, proven_at INTEGER, PRIMARY KEY (network, tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX wallet_proof_open ON wallet_proof (expires_at) WHERE proven_at IS NULL;
`;

/**
 * Of each tenant's open transactions, to tell how much of its room it uses. The index that it replaces stays: processes of an
 * older version that run next to this one read by it.
 */
const VERSION_13 = `
  CREATE INDEX offer_open_of ON offer (tenant, handle, state, offered_at, expires_at) WHERE state <> 'settled';
  ${timerTable('TEXT', 'INTEGER')} STRICT, WITHOUT ROWID;
`;

/** Finds transactions that exclude each other on the ledger, and whether a transaction counts towards limits before it is sent. */
const VERSION_14 = `
  CREATE INDEX offer_by_sequence ON offer (sequence) WHERE sequence IS NOT NULL;
  ALTER TABLE offer ADD COLUMN counted INTEGER NOT NULL DEFAULT 1;
  ${restoredTable('TEXT')}
`;

/** Without reading an escrow's row, those of a tenant are filtered by title and party. */
const VERSION_15 =
  'CREATE INDEX escrow_text_by_tenant ON escrow_text (tenant, network, made_at, handle, person, title, parties);';

/** Who built each transaction and who sent it; and the secret that salts are made with. */
const VERSION_16 = `
  ALTER TABLE offer ADD COLUMN built_by TEXT;
  ALTER TABLE offer ADD COLUMN sent_by TEXT;
  CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Several milestones of one request. */
const VERSION_17 = `
  ALTER TABLE handle ADD COLUMN plan TEXT;
  CREATE INDEX handle_by_plan ON handle (plan) WHERE plan IS NOT NULL;
`;

/** What wallets agreed to, of every transaction that is still here. */
const VERSION_18 = `
  ${agreedTermsTable('TEXT', 'INTEGER')} STRICT, WITHOUT ROWID;
  ${AGREED_TERMS_INDEX}
  WITH stored AS MATERIALIZED (SELECT *, agreement_of(json_object('network', network, 'action', action,
    'request', request, 'unsigned_xdr', unsigned_xdr)) AS agreement FROM (${STORED_TRANSACTIONS}))
  INSERT INTO agreed_terms
    (hash, network, escrow, wallet, action, enforced, terms, sequence, offered_at, settled_at)
    SELECT hash, network, agreement ->> 'escrow', agreement ->> 'wallet', agreement ->> 'action',
      agreement ->> 'isEnforced', agreement ->> 'terms', sequence, offered_at, settled_at
    FROM stored WHERE agreement <> '';
`;

const agreementText = (stored: string): string => JSON.stringify(agreementOfStored(JSON.parse(stored))) ?? '';

/**
 * What was noted as known to a person was founded on escrows that were made, not on money that moved. The money that
 * settled transactions moved is read from the rows that are still there. How a name of the address book came there is
 * not known for those that a command set.
 */
const VERSION_19 = `
  DROP TABLE known;
  UPDATE contact SET set_by = 'command' WHERE set_by = 'terminal';
  ${moneyTables('TEXT', 'INTEGER')}
  CREATE TEMP TABLE moved AS
    SELECT handle.network, offer.hash, offer.contract_id AS escrow, COALESCE(offer.sent_at, offer.offered_at) AS at,
      money_moved(json_object('network', handle.network, 'action', handle.action, 'request', json(handle.request),
        'unsignedXdr', offer.unsigned_xdr)) AS money
    FROM offer JOIN handle ON handle.id = offer.handle WHERE offer.state = 'settled' AND json_valid(handle.request);
  INSERT INTO money_in (network, hash, escrow, wallet, token, units, parties, platform, fee, at)
    SELECT network, hash, escrow, money ->> '$.paidIn.wallet', money ->> '$.paidIn.token', money ->> '$.paidIn.units',
      money -> '$.paidIn.parties', money ->> '$.paidIn.platform', money ->> '$.paidIn.fee', at
    FROM moved WHERE money -> '$.paidIn' IS NOT NULL;
  INSERT INTO money_out (network, escrow, hash, payee, units, released)
    SELECT network, escrow, hash, each.value ->> '$.payee', each.value ->> '$.units', each.value ->> '$.released'
    FROM moved, json_each(money, '$.paidOut') AS each;
  INSERT INTO agreed_end (network, escrow, units, at)
    SELECT network, escrow, money ->> '$.agreedEnd.units', MAX(at)
    FROM moved WHERE money -> '$.agreedEnd' IS NOT NULL GROUP BY network, escrow;
  DROP TABLE moved;
`;

/** A request that cannot be read gets no text, and does not stop the migration. */
const ofRequest = (text: (request: DeployRequest) => string) => (request: string) => {
  try {
    return text(JSON.parse(request));
  } catch {
    return '';
  }
};

export const STORE_FORMAT: DataFileFormat = {
  name: STORE_FILE,
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
      functions: {
        searchable_texts: ofRequest((request) => searchable(request).texts),
        searchable_parties: ofRequest((request) => searchable(request).parties),
      },
    },
    { version: 5, sql: ADDRESS_BOOK },
    { version: 6, sql: TOLD },
    { version: 7, sql: LIST_ACCESS },
    { version: 8, sql: KEPT_SIGNATURES },
    { version: 9, sql: TITLES, functions: { searchable_title: ofRequest(({ title }) => titleKey(title)) } },
    { version: 10, sql: CHANGES },
    { version: 11, sql: `CREATE TABLE lease ${LEASE};` },
    { version: 12, sql: WALLET_PROOFS },
    { version: 13, sql: VERSION_13 },
    { version: 14, sql: VERSION_14 },
    { version: 15, sql: VERSION_15 },
    { version: 16, sql: VERSION_16 },
    { version: 17, sql: VERSION_17 },
    { version: 18, sql: VERSION_18, functions: { agreement_of: agreementText } },
    { version: 19, sql: VERSION_19, functions: { money_moved: movedBy } },
    { version: 20, sql: 'CREATE INDEX past_offer_by_handle ON past_offer (handle);' },
    { version: 21, sql: AGREED_TERMS_BY_WALLET },
    { version: 22, sql: 'CREATE INDEX offer_by_owner ON offer (tenant, person, state, offered_at);' },
  ],
};
