/**
 * Replays ledgers of earlier rules from their recorded results, since under today's rules the same transactions might end
 * differently. Headers, entries and events must still follow from those results.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import {
  closeArchival,
  closeEmptyLedger,
  closeFirstLedger,
  closeUpgrade,
  keepTransaction,
  type Lives,
  nextLedger,
  type Written,
} from './close-ledger.ts';
import type { Database } from './database.ts';
import { createEventStore } from './events/event-store.ts';
import { keyOf, keyText } from './keys.ts';
import { createLedgerStore, type LedgerStore, type Logged, type StoredTransaction } from './store.ts';
import { type ReadTransaction, readEnvelope } from './transaction/envelope.ts';

/** @returns a function that replays one ledger of `source`; false where the record is not possible */
export function recordedReplay(
  source: LedgerStore,
  copy: Database,
  networkId: Uint8Array,
): (logged: Logged) => boolean {
  const store = createLedgerStore(copy);
  const events = createEventStore(copy);

  function take({ ledger, closedAt, rules, archived, envelope, funded }: Logged): boolean {
    const now = closedAt * 1000;
    const latest = store.latestLedger();
    if (latest === undefined) closeFirstLedger(store, now, rules ?? 0);
    else if (rules !== undefined) closeUpgrade(store, now, rules);
    else if (archived !== undefined) return closeArchival(store, now, archived);
    else if (envelope === undefined) closeEmptyLedger(store, now);
    else {
      const [stored] = source.transactions(ledger, 1);
      if (stored?.ledger !== ledger) return false;
      const transaction = readEnvelope(envelope, networkId);
      keepTransaction(transaction, recordedOutcome(stored, transaction), {
        store,
        events,
        latest,
        next: nextLedger(latest, now),
        funded,
      });
    }
    return true;
  }

  return (logged) => {
    try {
      return copy.write(() => take(logged));
    } catch {
      // It cannot be decoded, or exists twice.
      return false;
    }
  };
}

function recordedOutcome(stored: StoredTransaction, { tx }: ReadTransaction): Parameters<typeof keepTransaction>[1] {
  const changes = (texts: readonly string[]) => texts.map((text) => xdr.LedgerEntryChange.fromXdr(text, 'base64'));
  const result = xdr.TransactionResult.fromXdr(stored.result, 'base64');
  const { v4: meta } = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const feeChanges = changes(stored.feeChanges);
  const refundChanges = changes(stored.refundChanges);
  const all = [
    ...feeChanges,
    ...meta.txChangesBefore,
    ...meta.operations.flatMap((operation) => operation.changes),
    ...meta.txChangesAfter,
    ...refundChanges,
  ];
  return {
    success: result.result.type === 'txSuccess' || result.result.type === 'txFeeBumpInnerSuccess',
    result,
    meta,
    feeChanges,
    refundChanges,
    written: writtenBy(all),
    lives: livesIn(all, tx),
  };
}

/** The entry after a change; undefined for the state before a change, and for a removal. */
function after(change: xdr.LedgerEntryChange): xdr.LedgerEntryData | undefined {
  switch (change.type) {
    case 'ledgerEntryCreated':
      return change.created.data;
    case 'ledgerEntryUpdated':
      return change.updated.data;
    case 'ledgerEntryRestored':
      return change.restored.data;
    default:
      return undefined;
  }
}

/** The entries after all changes, in the order of first write. */
function writtenBy(changes: readonly xdr.LedgerEntryChange[]): Written {
  const written = new Map<string, xdr.LedgerEntryData | undefined>();
  for (const change of changes) {
    const data = after(change);
    if (change.type === 'ledgerEntryRemoved') written.set(keyText(change.removed), undefined);
    else if (data !== undefined && data.type !== 'ttl') written.set(keyText(keyOf(data)), data);
  }
  return written;
}

/** TTL changes name entries by hashes of their keys; the keys are in the footprint. */
function livesIn(changes: readonly xdr.LedgerEntryChange[], { ext }: xdr.Transaction): Lives {
  if (ext.type !== 'sorobanData') return [];
  const { readOnly, readWrite } = ext.sorobanData.resources.footprint;
  const keys = new Map([...readOnly, ...readWrite].map((key) => [hash(key.toXdr()).toString(), keyText(key)]));
  return changes.flatMap((change): [string, number][] => {
    const data = after(change);
    if (data?.type !== 'ttl') return [];
    const key = keys.get(data.ttl.keyHash.toBytes().toString()) as string;
    return [[key, data.ttl.liveUntilLedgerSeq]];
  });
}
