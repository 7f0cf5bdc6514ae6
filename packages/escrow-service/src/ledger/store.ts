/** The ledger's tables, as values of the network's own types. Every call runs inside a transaction of the caller's. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import type { Database } from './database.ts';
import { keyOf } from './keys.ts';
import type { ReadEntry } from './overlay.ts';

/** How many ledgers a contract's entry is said to live (the testnet's minimum); kept and reported, never enforced. */
const CONTRACT_ENTRY_LIFE = 120_960;
export const PROTOCOL_VERSION = 23;
export const BASE_FEE = 100;

export type ClosedLedger = {
  readonly sequence: number;
  /** Of the header; lower-case hex. */
  readonly hash: string;
  /** Epoch seconds. */
  readonly closedAt: number;
  readonly header: xdr.LedgerHeader;
};

export type StoredTransaction = {
  readonly ledger: number;
  readonly closedAt: number;
  readonly success: boolean;
  /** Base64, each. */
  readonly envelope: string;
  readonly result: string;
  readonly meta: string;
};

export function createLedgerStore(db: Database) {
  const readEntry: ReadEntry = (key) => {
    const row = db.get('SELECT data, modified FROM entry WHERE key = ?', key);
    return (
      row && { data: xdr.LedgerEntryData.fromXdr(row['data'] as string, 'base64'), modified: Number(row['modified']) }
    );
  };

  return {
    readEntry,

    /** The ledger up to which a contract's entry lives; nothing for accounts and trustlines. */
    liveUntil(key: string): number | undefined {
      return (db.get('SELECT live_until FROM entry WHERE key = ?', key)?.['live_until'] ?? undefined) as
        | number
        | undefined;
    },

    putEntry(data: xdr.LedgerEntryData, ledger: number): void {
      const liveUntil = data.type === 'contractData' ? ledger + CONTRACT_ENTRY_LIFE - 1 : null;
      db.run(
        `INSERT INTO entry (key, data, modified, live_until) VALUES (?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET data = excluded.data, modified = excluded.modified`,
        keyOf(data).toXdr('base64'),
        data.toXdr('base64'),
        ledger,
        liveUntil,
      );
    },

    /** Nothing before genesis. */
    latestLedger(): ClosedLedger | undefined {
      const row = db.get('SELECT * FROM ledger ORDER BY sequence DESC LIMIT 1');
      return (
        row && {
          sequence: Number(row['sequence']),
          hash: row['hash'] as string,
          closedAt: Number(row['closed_at']),
          header: xdr.LedgerHeader.fromXdr(row['header'] as string, 'base64'),
        }
      );
    },

    /** `resultHash`: what the ledger's transactions resulted in. */
    closeLedger(sequence: number, closedAt: number, resultHash: Uint8Array, previous: ClosedLedger | undefined): void {
      const header = newHeader(sequence, closedAt, resultHash, previous);
      const bytes = header.toXdr();
      db.run(
        'INSERT INTO ledger (sequence, hash, closed_at, header) VALUES (?, ?, ?, ?)',
        sequence,
        Buffer.from(hash(bytes)).toString('hex'),
        closedAt,
        Buffer.from(bytes).toString('base64'),
      );
    },

    /** Sequence and close time of the first ledger. */
    oldestLedger(): { sequence: number; closedAt: number } {
      const row = db.get('SELECT sequence, closed_at FROM ledger ORDER BY sequence LIMIT 1');
      return { sequence: Number(row?.['sequence']), closedAt: Number(row?.['closed_at']) };
    },

    /** `transactionHash`: lower-case hex. */
    transaction(transactionHash: string): StoredTransaction | undefined {
      const row = db.get('SELECT * FROM tx WHERE hash = ?', transactionHash);
      return (
        row && {
          ledger: Number(row['ledger']),
          closedAt: Number(row['closed_at']),
          success: row['success'] === 1,
          envelope: row['envelope'] as string,
          result: row['result'] as string,
          meta: row['meta'] as string,
        }
      );
    },

    putTransaction(transactionHash: string, stored: StoredTransaction): void {
      db.run(
        'INSERT INTO tx (hash, ledger, closed_at, success, envelope, result, meta) VALUES (?, ?, ?, ?, ?, ?, ?)',
        transactionHash,
        stored.ledger,
        stored.closedAt,
        stored.success ? 1 : 0,
        stored.envelope,
        stored.result,
        stored.meta,
      );
    },
  };
}

/** A header as the network chains them. There is no bucket list and no consensus here, so those parts are empty. */
function newHeader(
  sequence: number,
  closedAt: number,
  resultHash: Uint8Array,
  previous: ClosedLedger | undefined,
): xdr.LedgerHeader {
  const nothing = new Uint8Array(32);
  return new xdr.LedgerHeader({
    ledgerVersion: PROTOCOL_VERSION,
    previousLedgerHash: previous === undefined ? nothing : Buffer.from(previous.hash, 'hex'),
    scpValue: new xdr.StellarValue({
      txSetHash: nothing,
      closeTime: BigInt(closedAt),
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: resultHash,
    bucketListHash: nothing,
    ledgerSeq: sequence,
    totalCoins: 0n,
    feePool: 0n,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: BASE_FEE,
    baseReserve: 5_000_000,
    maxTxSetSize: 100,
    skipList: [nothing, nothing, nothing, nothing],
    ext: xdr.LedgerHeaderExt.v0(),
  });
}
