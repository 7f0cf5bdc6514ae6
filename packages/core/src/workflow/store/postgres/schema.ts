/** The store's tables in PostgreSQL, in the same numbered steps as the file of SQLite. */
import type { NetworkName } from '../../../escrow/network.ts';
import type { Query } from '../../../platform/database.ts';
import type { NumberedTables } from '../../../platform/postgres/database.ts';
import { QUOTA_TABLES } from '../../../service/quota/postgres-slots.ts';
import {
  AGREED_TERMS_BY_WALLET,
  AGREED_TERMS_INDEX,
  agreedTermsTable,
  agreementOfStored,
  putAgreement,
  STORED_TRANSACTIONS,
} from '../agreements.ts';
import { fillMoney, moneyTables } from '../money.ts';
import { restoredTable } from '../restored.ts';
import { timerTable } from '../timers.ts';
import { PAGE_FILES } from './page-files.ts';
import { REQUEST_COUNTS } from './request-counts.ts';

/** Text compared byte by byte, as in SQLite, since keys are found by ranges. */
const KEY = 'TEXT COLLATE "C"';

/** Version 10: what SQLite reached in ten steps. */
const VERSION_10 = `
  CREATE TABLE handle (
    id ${KEY} PRIMARY KEY, page_id ${KEY} NOT NULL UNIQUE, network ${KEY} NOT NULL,
    request_key ${KEY} NOT NULL UNIQUE, action ${KEY} NOT NULL, request TEXT NOT NULL, tenant ${KEY} NOT NULL,
    person ${KEY} NOT NULL, made_at BIGINT NOT NULL, round INTEGER NOT NULL, series ${KEY}, engagement ${KEY},
    judged TEXT NOT NULL DEFAULT '{"stops":[],"warnings":[],"facts":[]}', names TEXT NOT NULL DEFAULT '[]',
    replaces TEXT, opened_at BIGINT, ended TEXT
  );
  CREATE INDEX handle_by_owner ON handle (tenant, person, network, made_at DESC, id);
  CREATE INDEX handle_by_series ON handle (series) WHERE series IS NOT NULL;
  CREATE INDEX handle_by_engagement ON handle (engagement) WHERE engagement IS NOT NULL;

  CREATE TABLE offer (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash ${KEY} NOT NULL UNIQUE,
    handle ${KEY} REFERENCES handle (id) ON DELETE CASCADE, unsigned_xdr TEXT NOT NULL, contract_id ${KEY} NOT NULL,
    sequence ${KEY}, offered_at BIGINT NOT NULL, offered_ledger BIGINT, expires_at BIGINT NOT NULL,
    reasons TEXT NOT NULL, terms ${KEY}, tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, state ${KEY} NOT NULL,
    claim BIGINT NOT NULL DEFAULT 0, given_up SMALLINT NOT NULL DEFAULT 0, sent_at BIGINT, signed_xdr TEXT,
    settlement TEXT
  );
  CREATE INDEX offer_by_handle ON offer (handle, number DESC);
  CREATE INDEX offer_by_contract ON offer (contract_id);
  CREATE INDEX offer_settled ON offer (offered_at, handle) WHERE state = 'settled';
  CREATE INDEX offer_open ON offer (handle, state, offered_at, expires_at) WHERE state <> 'settled';
  -- Whatever a program does, of one handle one transaction is being sent.
  CREATE UNIQUE INDEX offer_sent_once ON offer (handle) WHERE state = 'sending' AND given_up = 0;

  CREATE TABLE past_offer (
    hash ${KEY} PRIMARY KEY, handle ${KEY} NOT NULL, contract_id ${KEY} NOT NULL, sequence ${KEY},
    offered_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, reasons TEXT NOT NULL, terms ${KEY},
    tenant ${KEY} NOT NULL, person ${KEY} NOT NULL
  );
  CREATE INDEX past_offer_by_expiry ON past_offer (expires_at);
  CREATE INDEX past_offer_by_contract ON past_offer (contract_id);
  CREATE FUNCTION remember_offer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO past_offer (hash, handle, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person)
      VALUES (OLD.hash, OLD.handle, OLD.contract_id, OLD.sequence, OLD.offered_at, OLD.expires_at, OLD.reasons,
        OLD.terms, OLD.tenant, OLD.person)
      ON CONFLICT (hash) DO UPDATE SET handle = excluded.handle, contract_id = excluded.contract_id,
        sequence = excluded.sequence, offered_at = excluded.offered_at, expires_at = excluded.expires_at,
        reasons = excluded.reasons, terms = excluded.terms, tenant = excluded.tenant, person = excluded.person;
      RETURN OLD;
    END $$;
  CREATE TRIGGER offer_is_remembered BEFORE DELETE ON offer FOR EACH ROW
    WHEN (OLD.handle IS NOT NULL AND OLD.state <> 'settled') EXECUTE FUNCTION remember_offer();

  CREATE TABLE confirmation (
    handle ${KEY} NOT NULL REFERENCES handle (id) ON DELETE CASCADE, content ${KEY} NOT NULL, by ${KEY} NOT NULL,
    PRIMARY KEY (handle, content, by)
  );
  CREATE TABLE participant (
    handle ${KEY} NOT NULL REFERENCES handle (id) ON DELETE CASCADE, tenant ${KEY} NOT NULL, person ${KEY} NOT NULL,
    "right" ${KEY} NOT NULL, PRIMARY KEY (handle, tenant, person)
  );
  CREATE INDEX participant_by_person ON participant (tenant, person, handle);
  CREATE TABLE kept_signature (
    handle ${KEY} NOT NULL REFERENCES handle (id) ON DELETE CASCADE, signer ${KEY} NOT NULL, hash ${KEY} NOT NULL,
    signature TEXT, PRIMARY KEY (handle, signer)
  );
  CREATE TABLE escrow_text (
    handle ${KEY} PRIMARY KEY REFERENCES handle (id) ON DELETE CASCADE, tenant ${KEY} NOT NULL,
    person ${KEY} NOT NULL, network ${KEY} NOT NULL, made_at BIGINT NOT NULL, texts TEXT NOT NULL,
    parties TEXT NOT NULL, title TEXT NOT NULL
  );
  CREATE INDEX escrow_text_by_owner ON escrow_text (tenant, person, network, made_at DESC, handle);

  CREATE TABLE person_limits (
    tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, limits TEXT NOT NULL, PRIMARY KEY (tenant, person)
  );
  CREATE TABLE known (
    tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, key ${KEY} NOT NULL, PRIMARY KEY (tenant, person, key)
  );
  CREATE TABLE contact (
    network ${KEY} NOT NULL, tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, key ${KEY} NOT NULL,
    look ${KEY} NOT NULL, name TEXT NOT NULL, address ${KEY} NOT NULL, set_by ${KEY} NOT NULL,
    set_at BIGINT NOT NULL, before TEXT, removed_at BIGINT, PRIMARY KEY (network, tenant, person, key)
  );
  CREATE INDEX contact_removed ON contact (removed_at) WHERE removed_at IS NOT NULL;
  CREATE TABLE told (
    number BIGINT GENERATED ALWAYS AS IDENTITY, network ${KEY} NOT NULL, tenant ${KEY} NOT NULL,
    person ${KEY} NOT NULL, follower ${KEY} NOT NULL, escrow ${KEY} NOT NULL, ledger BIGINT NOT NULL,
    state TEXT NOT NULL, PRIMARY KEY (network, tenant, person, follower, escrow)
  );
  CREATE INDEX told_by_number ON told (number);
  CREATE TABLE list_access (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash ${KEY} NOT NULL UNIQUE, kind ${KEY} NOT NULL,
    network ${KEY} NOT NULL, tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, expires_at BIGINT NOT NULL
  );
  CREATE INDEX list_access_by_person ON list_access (tenant, person, number DESC);

  -- The last change of each handle, by the transaction that made it: numbers of a sequence become visible in another
  -- order than they are given.
  CREATE TABLE change (
    handle ${KEY} PRIMARY KEY, made_by XID8 NOT NULL, number BIGINT NOT NULL
  );
  CREATE SEQUENCE change_number OWNED BY change.number;
  CREATE INDEX change_by_transaction ON change (made_by, number);
  CREATE FUNCTION note_change(changed TEXT) RETURNS void LANGUAGE sql AS $$
    INSERT INTO change (handle, made_by, number) VALUES (changed, pg_current_xact_id(), nextval('change_number'))
    ON CONFLICT (handle) DO UPDATE SET made_by = excluded.made_by, number = excluded.number
  $$;
  CREATE FUNCTION handle_is_told() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM note_change(CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END);
      RETURN NULL;
    END $$;
  CREATE FUNCTION part_is_told() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF OLD.handle IS NOT NULL THEN PERFORM note_change(OLD.handle); END IF;
      ELSIF NEW.handle IS NOT NULL THEN PERFORM note_change(NEW.handle);
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER handle_is_told AFTER INSERT OR DELETE
    OR UPDATE OF request_key, request, tenant, person, judged, names, replaces, ended ON handle
    FOR EACH ROW EXECUTE FUNCTION handle_is_told();
  CREATE TRIGGER offer_is_told AFTER INSERT OR UPDATE OR DELETE ON offer FOR EACH ROW EXECUTE FUNCTION part_is_told();
  CREATE TRIGGER confirmation_is_told AFTER INSERT OR UPDATE OR DELETE ON confirmation
    FOR EACH ROW EXECUTE FUNCTION part_is_told();
  CREATE TRIGGER kept_signature_is_told AFTER INSERT OR UPDATE OR DELETE ON kept_signature
    FOR EACH ROW EXECUTE FUNCTION part_is_told();
`;

/** Leases, by the database's clock. */
const VERSION_11 = `CREATE TABLE lease (key ${KEY} PRIMARY KEY, holder ${KEY} NOT NULL, until TIMESTAMPTZ NOT NULL);`;

/** Wallet proofs: what people are asked to sign, and which wallets are proven. */
const VERSION_12 = `
  CREATE TABLE wallet_proof (
    network ${KEY} NOT NULL, tenant ${KEY} NOT NULL, person ${KEY} NOT NULL, address ${KEY} NOT NULL,
    hash ${KEY} UNIQUE, code TEXT NOT NULL, who TEXT NOT NULL, place TEXT NOT NULL, host TEXT NOT NULL,
    language TEXT NOT NULL, expires_at BIGINT NOT NULL, proven_at BIGINT, PRIMARY KEY (network, tenant, person)
  );
  CREATE INDEX wallet_proof_open ON wallet_proof (expires_at) WHERE proven_at IS NULL;
`;

/** Finds transactions that exclude each other on the ledger, and whether a transaction counts towards limits before it is sent. */
const VERSION_14 = `
  CREATE INDEX offer_by_sequence ON offer (sequence) WHERE sequence IS NOT NULL;
  ALTER TABLE offer ADD COLUMN counted SMALLINT NOT NULL DEFAULT 1;
  ${restoredTable(KEY)}
`;

/** Finds escrows by a wallet that takes part, in all of a tenant's. */
const VERSION_16 = 'CREATE INDEX escrow_text_by_tenant ON escrow_text (tenant, network, made_at DESC, handle);';

/** Who built each transaction and who sent it; and the secret that salts are made with. */
const VERSION_17 = `
  ALTER TABLE offer ADD COLUMN built_by ${KEY};
  ALTER TABLE offer ADD COLUMN sent_by ${KEY};
  CREATE TABLE secret (name ${KEY} PRIMARY KEY, value TEXT NOT NULL);
`;

/** Several milestones of one request. */
const VERSION_18 = `
  ALTER TABLE handle ADD COLUMN plan ${KEY};
  CREATE INDEX handle_by_plan ON handle (plan) WHERE plan IS NOT NULL;
`;

type StoredRow = Parameters<typeof agreementOfStored>[0] & {
  readonly hash: string;
  readonly network: NetworkName;
  readonly sequence: string;
  readonly offered_at: number;
  readonly settled_at: number | null;
  readonly number: number;
};

const AT_ONCE = 200;

/** What wallets agreed to, of every transaction that is still here. */
async function fillAgreedTerms(query: Query): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await query<StoredRow>(
      `${STORED_TRANSACTIONS} AND number > $1 ORDER BY number LIMIT $2`,
      last,
      AT_ONCE,
    );
    for (const row of rows) {
      await putAgreement(query, row.network, row, agreementOfStored(row), row.offered_at, row.settled_at);
    }
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = newest.number;
  }
}

/**
 * What was noted as known to a person was not founded on money, and which names a program set was not noted. The table
 * stays for processes of an older version: without its rows they ask more often.
 */
async function fillTrust(query: Query): Promise<void> {
  await query('DELETE FROM known');
  await query("UPDATE contact SET set_by = 'command' WHERE set_by = 'terminal'");
  await fillMoney(query);
}

export const STORE_TABLES: NumberedTables = {
  versionIn: 'version',
  steps: [
    { version: 10, sql: VERSION_10 + QUOTA_TABLES },
    { version: 11, sql: VERSION_11 },
    { version: 12, sql: VERSION_12 },
    { version: 13, sql: timerTable(KEY, 'BIGINT') },
    { version: 14, sql: VERSION_14 },
    // A file has no such step: each process on it counts for itself.
    { version: 15, sql: REQUEST_COUNTS },
    { version: 16, sql: VERSION_16 },
    { version: 17, sql: VERSION_17 },
    { version: 18, sql: VERSION_18 },
    { version: 19, sql: `${agreedTermsTable(KEY, 'BIGINT')}; ${AGREED_TERMS_INDEX}`, fill: fillAgreedTerms },
    { version: 20, sql: moneyTables(KEY, 'BIGINT'), fill: fillTrust },
    { version: 21, sql: 'CREATE INDEX past_offer_by_handle ON past_offer (handle)' },
    { version: 22, sql: AGREED_TERMS_BY_WALLET },
    { version: 23, sql: 'CREATE INDEX offer_by_owner ON offer (tenant, person, state, offered_at)' },
    // Nor this one: on a file, one process at a time serves the page.
    { version: 24, sql: PAGE_FILES },
  ],
};
