/**
 * Ledgers that were closed under earlier rules, taken again from what they recorded: under these rules the same
 * transactions could end otherwise. Headers, entries and events must still follow from it.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import {
  closeArchival,
  closeEmptyLedger,
  closeFirstLedger,
  closeUpgrade,
  keepTransaction,
  nextLedger,
  type Written,
} from './close-ledger.ts';
import type { Database } from './database.ts';
import { createEventStore } from './events/event-store.ts';
import { keyOf, keyText } from './keys.ts';
import { createLedgerStore, type LedgerStore, type Logged, type StoredTransaction } from './store.ts';
import { readEnvelope } from './transaction/envelope.ts';

/** @returns takes one ledger of `source` again; false where it cannot have been closed there */
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
      keepTransaction(readEnvelope(envelope, networkId), recordedOutcome(stored), {
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
      // What cannot be decoded, or stands there twice.
      return false;
    }
  };
}

function recordedOutcome(stored: StoredTransaction): Parameters<typeof keepTransaction>[1] {
  const changes = (texts: readonly string[]) => texts.map((text) => xdr.LedgerEntryChange.fromXdr(text, 'base64'));
  const result = xdr.TransactionResult.fromXdr(stored.result, 'base64');
  const { v4: meta } = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const feeChanges = changes(stored.feeChanges);
  const refundChanges = changes(stored.refundChanges);
  return {
    success: result.result.type === 'txSuccess' || result.result.type === 'txFeeBumpInnerSuccess',
    result,
    meta,
    feeChanges,
    refundChanges,
    written: writtenBy([
      ...feeChanges,
      ...meta.txChangesBefore,
      ...meta.operations.flatMap((operation) => operation.changes),
      ...meta.txChangesAfter,
      ...refundChanges,
    ]),
  };
}

/** What stands after all changes, in the order of first write. */
function writtenBy(changes: readonly xdr.LedgerEntryChange[]): Written {
  const written = new Map<string, xdr.LedgerEntryData | undefined>();
  for (const change of changes) {
    switch (change.type) {
      case 'ledgerEntryCreated':
        written.set(keyText(keyOf(change.created.data)), change.created.data);
        break;
      case 'ledgerEntryUpdated':
        written.set(keyText(keyOf(change.updated.data)), change.updated.data);
        break;
      case 'ledgerEntryRestored':
        written.set(keyText(keyOf(change.restored.data)), change.restored.data);
        break;
      case 'ledgerEntryRemoved':
        written.set(keyText(change.removed), undefined);
        break;
      case 'ledgerEntryState':
        break;
    }
  }
  return written;
}
