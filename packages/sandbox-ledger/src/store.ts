/** The ledger's tables, as values of the network's own types. Every call runs inside a transaction of the caller's. */
import { createHash } from 'node:crypto';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import type { Database } from './database.ts';
import { ENTRY_LIFE, ttlEntry } from './entries.ts';
import { type LedgerContents, nextHeader, PROTOCOL_VERSION } from './header.ts';
import { instanceKey, keyText } from './keys.ts';
import type { ReadEntry } from './overlay.ts';

/** `live_until` of an archived entry. */
const ARCHIVED = 0;
/** The base64 characters of a key that encode its type, address type and all but one byte of the contract's address. */
const CONTRACT_PREFIX = 52;

export type ClosedLedger = {
  readonly sequence: number;
  /** Of the header; lower-case hex. */
  readonly hash: string;
  /** Epoch seconds. */
  readonly closedAt: number;
  readonly header: xdr.LedgerHeader;
};

/** A ledger's input, from which everything else follows. */
export type Logged = {
  readonly ledger: number;
  readonly closedAt: number;
  /** Base64; null for an empty ledger. */
  readonly envelope: string | null;
  /** The address that friendbot funded, if it is friendbot's transaction. */
  readonly funded: string | null;
  /** The contract that was archived in it. */
  readonly archived: string | null;
};

export type StoredTransaction = {
  readonly ledger: number;
  readonly closedAt: number;
  /** Lower-case hex; a fee bump's own. */
  readonly hash: string;
  /** Of the transaction inside a fee bump. */
  readonly innerHash: string | null;
  readonly success: boolean;
  /** This and the rest in base64. */
  readonly envelope: string;
  readonly result: string;
  readonly meta: string;
  readonly feeChanges: readonly string[];
  readonly refundChanges: readonly string[];
};

const TRANSACTION = `SELECT tx.ledger, closed_at AS closedAt, hash, inner_hash AS innerHash, success, envelope, result, meta,
  fee_changes, refund_changes FROM tx JOIN log ON log.ledger = tx.ledger`;
type TransactionRow = Omit<StoredTransaction, 'success' | 'feeChanges' | 'refundChanges'> & {
  readonly success: number;
  readonly fee_changes: string;
  readonly refund_changes: string | null;
};

const LEDGER = 'SELECT sequence, hash, closed_at AS closedAt, header FROM ledger';
type LedgerRow = Omit<ClosedLedger, 'header'> & { readonly header: string };

export type LedgerStore = ReturnType<typeof createLedgerStore>;

export function createLedgerStore(db: Database) {
  const readEntry: ReadEntry = (key) => {
    const row = db.get<{ readonly data: string; readonly modified: number; readonly liveUntil: number | null }>(
      'SELECT data, modified, live_until AS liveUntil FROM entry WHERE key = ?',
      key,
    );
    if (row === undefined) return undefined;
    const { modified, liveUntil } = row;
    const entry = { data: xdr.LedgerEntryData.fromXdr(row.data, 'base64'), modified };
    if (liveUntil === ARCHIVED) return { ...entry, archived: true };
    return liveUntil === null ? entry : { ...entry, liveUntil };
  };

  let latest: ClosedLedger | undefined;

  return {
    readEntry,
    /**
     * Archives a contract's instance and its persistent entries.
     * @returns their keys in base64; empty where nothing is live
     */
    archiveEntries(contract: string): string[] {
      const prefix = keyText(instanceKey(contract)).slice(0, CONTRACT_PREFIX);
      const sql = 'SELECT key FROM entry WHERE key >= ? AND key < ? AND live_until > 0';
      const rows = db.each<{ readonly key: string }>(sql, prefix, `${prefix}~`);
      const keys = [...rows].map(({ key }) => key).filter((key) => isOf(contract, key));
      for (const key of keys) db.run('UPDATE entry SET live_until = ? WHERE key = ?', ARCHIVED, key);
      return keys;
    },

    /** Writes an entry, which restores an archived one. @param key in base64. @returns the entry in base64 */
    putEntry(key: string, data: xdr.LedgerEntryData, ledger: number): string {
      const liveUntil = data.type === 'contractData' ? ledger + ENTRY_LIFE - 1 : null;
      const text = data.toXdr('base64');
      db.run(
        `INSERT INTO entry (key, data, modified, live_until) VALUES (?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET data = excluded.data, modified = excluded.modified,
           live_until = iif(live_until = ${ARCHIVED}, excluded.live_until, live_until)`,
        key,
        text,
        ledger,
        liveUntil,
      );
      return text;
    },

    /** @param key in base64. @returns the header's note of the removal */
    removeEntry(key: string): string {
      db.run('DELETE FROM entry WHERE key = ?', key);
      return `-${key}`;
    },

    /** @param key in base64, of an existing entry. @returns its TTL entry in base64 */
    putLife(key: string, liveUntil: number): string {
      db.run('UPDATE entry SET live_until = ? WHERE key = ?', liveUntil, key);
      return ttlEntry(key, liveUntil).toXdr('base64');
    },

    /** Undefined before genesis. */
    latestLedger(): ClosedLedger | undefined {
      const row = db.get<LedgerRow>(`${LEDGER} ORDER BY sequence DESC LIMIT 1`);
      if (row?.hash !== latest?.hash) latest = row && toLedger(row);
      return latest;
    },

    ledgers(from: number, limit: number): ClosedLedger[] {
      const rows = db.each<LedgerRow>(`${LEDGER} WHERE sequence >= ? ORDER BY sequence LIMIT ?`, from, limit);
      return [...rows].map(toLedger);
    },

    /** Its input must be in the log already. */
    closeLedger(contents: Omit<LedgerContents, 'protocol'>, previous: ClosedLedger | undefined): void {
      const bytes = nextHeader({ ...contents, protocol: PROTOCOL_VERSION }, previous).toXdr();
      db.run(
        'INSERT INTO ledger (sequence, hash, closed_at, header) VALUES (?, ?, ?, ?)',
        contents.sequence,
        createHash('sha256').update(bytes).digest('hex'),
        contents.closedAt,
        Buffer.from(bytes).toString('base64'),
      );
    },

    oldestLedger(): Pick<ClosedLedger, 'sequence' | 'closedAt'> {
      return db.get<LedgerRow>(`${LEDGER} ORDER BY sequence LIMIT 1`) as LedgerRow;
    },

    appendLog({
      ledger,
      closedAt,
      envelope = null,
      funded = null,
      archived = null,
    }: Pick<Logged, 'ledger' | 'closedAt'> & Partial<Logged>): void {
      db.run(
        'INSERT INTO log (ledger, closed_at, envelope, funded, archived) VALUES (?, ?, ?, ?, ?)',
        ...[ledger, closedAt, envelope, funded, archived],
      );
    },

    log: () =>
      db.each<Logged>('SELECT ledger, closed_at AS closedAt, envelope, funded, archived FROM log ORDER BY ledger'),

    /** Whether an envelope with this hash was applied. Does not count the transaction inside a fee bump. */
    isApplied(hash: string): boolean {
      return db.get('SELECT 1 FROM tx WHERE hash = ?', hash) !== undefined;
    },

    /** `hash`: lower-case hex, of an envelope or of the transaction inside a fee bump. */
    transaction(hash: string): StoredTransaction | undefined {
      const row =
        db.get<TransactionRow>(`${TRANSACTION} WHERE hash = ?`, hash) ??
        db.get<TransactionRow>(`${TRANSACTION} WHERE inner_hash = ?`, hash);
      return row && toTransaction(row);
    },

    /** The transactions of the ledgers from `from` on, at most `limit`. */
    transactions(from: number, limit: number): StoredTransaction[] {
      const sql = `${TRANSACTION} WHERE tx.ledger >= ? ORDER BY tx.ledger LIMIT ?`;
      return [...db.each<TransactionRow>(sql, from, limit)].map(toTransaction);
    },

    putTransaction(stored: StoredTransaction): void {
      db.run(
        `INSERT INTO tx (ledger, hash, inner_hash, success, result, meta, fee_changes, refund_changes)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        stored.ledger,
        stored.hash,
        stored.innerHash,
        stored.success ? 1 : 0,
        stored.result,
        stored.meta,
        stored.feeChanges.join(' '),
        stored.refundChanges.join(' ') || null,
      );
    },
  };
}

function isOf(contract: string, key: string): boolean {
  const { type, value } = xdr.LedgerKey.fromXdr(key, 'base64');
  return type === 'contractData' && Address.fromScAddress(value.contract).toString() === contract;
}

function toLedger({ header, ...row }: LedgerRow): ClosedLedger {
  return { ...row, header: xdr.LedgerHeader.fromXdr(header, 'base64') };
}

function toTransaction({ success, fee_changes, refund_changes, ...row }: TransactionRow): StoredTransaction {
  return {
    ...row,
    success: success === 1,
    feeChanges: fee_changes.split(' '),
    refundChanges: refund_changes?.split(' ') ?? [],
  };
}
