/**
 * Prepared escrows and what became of them. One implementation for memory and disk: SQLite, in a file or in
 * `:memory:`. Every change is one transaction, so that processes which share a data folder agree.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CountersignError } from '../errors.ts';
import type { DeployRequest } from '../escrow/index.ts';
import type { NetworkName } from '../network.ts';
import type { Settlement } from './results.ts';

/** How many handles are kept at once; each is some 20 kB. */
export const MAX_HANDLES = 1_000;
/** A handle that was never sent may be renewed this long after its last offer. */
const UNSENT_KEPT_MS = 24 * 3_600_000;
/** A settled escrow answers a repeated request or submission this long. */
const SETTLED_KEPT_MS = 30 * 24 * 3_600_000;

export type OfferState = 'offered' | 'sending' | 'settled' | 'rejected' | 'unknown';

/** What a person was shown and may sign: one transaction prepared for a handle's request. */
export type Offer = {
  /** Transaction hash, lower-case hex. */
  readonly hash: string;
  readonly handle: string;
  readonly unsignedXdr: string;
  readonly contractId: string;
  /** Epoch milliseconds, as `expiresAt`. */
  readonly offeredAt: number;
  readonly expiresAt: number;
  readonly reasons: readonly string[];
  readonly state: OfferState;
  /** Epoch milliseconds of the last sending; absent where it was never sent. */
  readonly sentAt?: number;
  /** What the wallet signed, kept from the moment it may have been sent, so that it can be sent again. */
  readonly signedXdr?: string;
  readonly settlement?: Settlement;
};

/** A request that somebody made, with every transaction offered for it, newest first. */
export type Handle = {
  readonly id: string;
  /** Under which the signing page finds it: 128 random bits that are shown to nobody else. */
  readonly pageId: string;
  readonly request: DeployRequest;
  readonly offers: readonly Offer[];
};

export type NewHandle = Pick<Handle, 'id' | 'pageId' | 'request'> & { readonly requestKey: string };
export type NewOffer = Pick<Offer, 'hash' | 'unsignedXdr' | 'contractId' | 'expiresAt' | 'reasons'>;

export type Store = {
  find(id: string): Handle | undefined;
  findByPage(pageId: string): Handle | undefined;
  findByRequest(requestKey: string): Handle | undefined;
  findByHash(hash: string): Offer | undefined;
  findByContract(contractId: string): Offer | undefined;
  /**
   * Adds an offer to the handle of its request, which is made if there is none. Gives that handle.
   * @throws CountersignError STORE_FULL; OUTCOME_UNKNOWN or ALREADY_SETTLED if one was sent meanwhile
   */
  add(handle: NewHandle, offer: NewOffer): Handle;
  /** Marks an offer as being sent. Gives nothing if this caller may send it, else the offer that stands against it. */
  claim(hash: string, signedXdr: string, staleAfterMs: number): Offer | undefined;
  /** Records what became of a claimed offer. */
  record(hash: string, state: OfferState, settlement?: Settlement): void;
  /** Forgets a handle. @throws CountersignError OUTCOME_UNKNOWN, ALREADY_SETTLED if one of its offers was sent */
  remove(id: string): void;
  close(): void;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS handle (
    id TEXT PRIMARY KEY,
    page_id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    request_key TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS offer (
    number INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE,
    unsigned_xdr TEXT NOT NULL,
    contract_id TEXT NOT NULL,
    offered_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    state TEXT NOT NULL,
    sent_at INTEGER,
    signed_xdr TEXT,
    settlement TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS offer_by_handle ON offer (handle);
  CREATE INDEX IF NOT EXISTS offer_by_contract ON offer (contract_id);
`;

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @param network whose handles are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE for a folder that cannot be written or a damaged file
 */
export function openStore(folder: string | undefined, network: NetworkName, now: () => number = Date.now): Store {
  const database = openDatabase(folder);
  const inTransaction = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  const offersOf = database.prepare('SELECT * FROM offer WHERE handle = ? ORDER BY number DESC');
  const readHandle = (row: HandleRow | undefined): Handle | undefined =>
    row && {
      id: row.id,
      pageId: row.page_id,
      request: JSON.parse(row.request),
      offers: (offersOf.all(row.id) as OfferRow[]).map(readOffer),
    };
  const handleById = database.prepare('SELECT * FROM handle WHERE id = ? AND network = ?');
  const handleByPage = database.prepare('SELECT * FROM handle WHERE page_id = ? AND network = ?');
  const handleByRequest = database.prepare('SELECT * FROM handle WHERE request_key = ?');
  const offerByHash = database.prepare('SELECT * FROM offer WHERE hash = ?');
  const offerByContract = database.prepare('SELECT * FROM offer WHERE contract_id = ? ORDER BY number DESC LIMIT 1');
  const insertHandle = database.prepare(
    'INSERT INTO handle (id, page_id, network, request_key, request) VALUES (?, ?, ?, ?, ?)',
  );
  const insertOffer = database.prepare(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'offered')
     ON CONFLICT (hash) DO NOTHING`,
  );
  const setSending = database.prepare("UPDATE offer SET state = 'sending', sent_at = ?, signed_xdr = ? WHERE hash = ?");
  const deleteHandle = database.prepare('DELETE FROM handle WHERE id = ?');
  const setState = database.prepare('UPDATE offer SET state = ?, settlement = ? WHERE hash = ?');

  return {
    find: (id) => readHandle(handleById.get(id, network) as HandleRow | undefined),
    findByPage: (pageId) => readHandle(handleByPage.get(pageId, network) as HandleRow | undefined),
    findByRequest: (key) => readHandle(handleByRequest.get(key) as HandleRow | undefined),
    findByHash: (hash) => optionalOffer(offerByHash.get(hash)),
    findByContract: (contractId) => optionalOffer(offerByContract.get(contractId)),
    add: ({ id, pageId, request, requestKey }, offer) =>
      inTransaction(() => {
        const known = readHandle(handleByRequest.get(requestKey) as HandleRow | undefined);
        if (known === undefined) {
          makeRoom(database, now());
          insertHandle.run(id, pageId, network, requestKey, JSON.stringify(request));
        } else requireUnsent(known);
        const { hash, unsignedXdr, contractId, expiresAt, reasons } = offer;
        insertOffer.run(hash, known?.id ?? id, unsignedXdr, contractId, now(), expiresAt, JSON.stringify(reasons));
        return readHandle(handleByRequest.get(requestKey) as HandleRow) as Handle;
      }),
    claim: (hash, signedXdr, staleAfterMs) =>
      inTransaction(() => {
        const offer = optionalOffer(offerByHash.get(hash)) as Offer;
        const siblings = (offersOf.all(offer.handle) as OfferRow[]).map(readOffer);
        const blocking =
          siblings.find((other) => other.state === 'settled') ??
          siblings.find((other) => other.hash !== hash && (other.state === 'sending' || other.state === 'unknown')) ??
          siblings.find((other) => other.state === 'sending' && now() - (other.sentAt ?? 0) < staleAfterMs);
        if (blocking === undefined) setSending.run(now(), signedXdr, hash);
        return blocking;
      }),
    record: (hash, state, settlement) => {
      setState.run(state, settlement === undefined ? null : JSON.stringify(settlement), hash);
    },
    remove: (id) =>
      inTransaction(() => {
        const handle = readHandle(handleById.get(id, network) as HandleRow | undefined);
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireUnsent(handle);
        deleteHandle.run(id);
      }),
    close: () => database.close(),
  };
}

/**
 * Ends a call that would change a handle of which a transaction may have been sent.
 * @throws CountersignError ALREADY_SETTLED, OUTCOME_UNKNOWN
 */
export function requireUnsent({ offers }: Handle): void {
  const settled = offers.find((offer) => offer.state === 'settled');
  if (settled !== undefined) {
    throw new CountersignError('ALREADY_SETTLED', {
      message: `This escrow is settled already, at ${settled.contractId} (transaction ${settled.hash}).`,
    });
  }
  if (offers.some(mayBeSent)) throw new CountersignError('OUTCOME_UNKNOWN');
}

/** Whether a sending of this very transaction may have reached the ledger, and nobody knows yet. */
export function mayBeSent(offer: Offer): boolean {
  return offer.state === 'sending' || offer.state === 'unknown';
}

/** Forgets what is too old; when still full, what was never sent and can no longer be signed. Never anything else. */
function makeRoom(database: DatabaseSync, now: number): void {
  const dropWhere = (condition: string, ...values: number[]) =>
    database
      .prepare(
        `DELETE FROM handle WHERE id IN (
           SELECT handle FROM offer GROUP BY handle
           HAVING SUM(state IN ('sending', 'unknown')) = 0 AND (${condition}))`,
      )
      .run(...values);
  dropWhere("SUM(state = 'settled') = 0 AND MAX(offered_at) < ?", now - UNSENT_KEPT_MS);
  dropWhere('MAX(offered_at) < ?', now - SETTLED_KEPT_MS);
  const count = () => (database.prepare('SELECT COUNT(*) AS n FROM handle').get() as { n: number }).n;
  if (count() < MAX_HANDLES) return;
  dropWhere("SUM(state = 'settled') = 0 AND MAX(expires_at) < ?", now);
  if (count() >= MAX_HANDLES) throw new CountersignError('STORE_FULL');
}

function openDatabase(folder: string | undefined): DatabaseSync {
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(folder === undefined ? ':memory:' : path.join(folder, 'prepared.sqlite'), {
      timeout: 5_000,
    });
    // FULL: a transaction that may have been sent must not be forgotten by a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    database.exec(SCHEMA);
    return database;
  } catch (cause) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: `The data folder ${folder} cannot be used: its file prepared.sqlite cannot be opened or is damaged.`,
      cause,
    });
  }
}

type HandleRow = { id: string; page_id: string; request_key: string; request: string };
type OfferRow = {
  hash: string;
  handle: string;
  unsigned_xdr: string;
  contract_id: string;
  offered_at: number;
  expires_at: number;
  reasons: string;
  state: OfferState;
  sent_at: number | null;
  signed_xdr: string | null;
  settlement: string | null;
};

function optionalOffer(row: unknown): Offer | undefined {
  return row === undefined ? undefined : readOffer(row as OfferRow);
}

function readOffer(row: OfferRow): Offer {
  return {
    hash: row.hash,
    handle: row.handle,
    unsignedXdr: row.unsigned_xdr,
    contractId: row.contract_id,
    offeredAt: row.offered_at,
    expiresAt: row.expires_at,
    reasons: JSON.parse(row.reasons),
    state: row.state,
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    ...(row.signed_xdr === null ? {} : { signedXdr: row.signed_xdr }),
    ...(row.settlement === null ? {} : { settlement: JSON.parse(row.settlement) }),
  };
}
