/** Closes ledgers: the first one, one for each accepted transaction, and empty ones as time passes. */
import type { Network } from '@countersign/core/network';
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import type { EventStore } from './events/event-store.ts';
import { firstEntries, lumensIn } from './genesis.ts';
import { keyOf, keyText } from './keys.ts';
import type { Overlay } from './overlay.ts';
import type { ClosedLedger, LedgerStore, Logged, StoredTransaction } from './store.ts';
import { applyTransaction } from './transaction/apply.ts';
import type { ReadTransaction } from './transaction/envelope.ts';
import type { LedgerMoment } from './transaction/validity.ts';

/** The ledger's own changes for `address` after friendbot's transaction. */
export type Funding = {
  readonly address: string;
  readonly afterwards: (overlay: Overlay) => xdr.ContractEvent[];
};

/** `now`: epoch milliseconds. */
export function nextLedger(latest: ClosedLedger | undefined, now: number): LedgerMoment {
  // Ledger times never go back, even if the clock is set back.
  const closeTime = Math.max(Math.floor(now / 1000), latest?.closedAt ?? 0);
  return { sequence: (latest?.sequence ?? 0) + 1, closeTime };
}

/** What a ledger does without a transaction; absent: an empty ledger. */
type OwnAct = Partial<Pick<Logged, 'archived'>> & {
  readonly made?: readonly xdr.LedgerEntryData[];
  /** In base64. */
  readonly archivedKeys?: readonly string[];
};

function closeOwnLedger(store: LedgerStore, now: number, { made = [], archivedKeys = [], ...act }: OwnAct = {}): void {
  const latest = store.latestLedger();
  const { sequence, closeTime } = nextLedger(latest, now);
  store.appendLog({ ledger: sequence, closedAt: closeTime, ...act });
  const entries = made.map((data) => store.putEntry(keyText(keyOf(data)), data, sequence));
  const changed = [...entries, ...archivedKeys];
  const contents = { sequence, closedAt: closeTime, envelope: undefined, result: undefined, entries: changed };
  store.closeLedger({ ...contents, fees: 0n, newCoins: lumensIn(made) }, latest);
}

export function closeFirstLedger(store: LedgerStore, now: number, network: Network): void {
  closeOwnLedger(store, now, { made: firstEntries(network) });
}

/** Archives a contract's entries, as a network does when their time to live ends. @returns false if it has none */
export function closeArchival(store: LedgerStore, now: number, contract: string): boolean {
  if (!StrKey.isValidContract(contract)) return false;
  const archivedKeys = store.archiveEntries(contract);
  if (archivedKeys.length === 0) return false;
  closeOwnLedger(store, now, { archived: contract, archivedKeys });
  return true;
}

export function closeEmptyLedger(store: LedgerStore, now: number): void {
  closeOwnLedger(store, now);
}

/** Applies a transaction, which must be valid, in a new ledger. */
export function closeLedger(
  transaction: ReadTransaction,
  options: {
    readonly store: LedgerStore;
    readonly events: EventStore;
    readonly networkId: Uint8Array;
    readonly latest: ClosedLedger;
    readonly next: LedgerMoment;
    readonly funding?: Funding;
  },
): StoredTransaction {
  const { store, latest, next, funding } = options;
  const { sequence, closeTime } = next;
  const applied = applyTransaction(transaction, {
    read: store.readEntry,
    networkId: options.networkId,
    sequence,
    ...(funding === undefined ? {} : { afterwards: funding.afterwards }),
  });
  const result = applied.result.toXdr();
  const funded = funding?.address ?? null;
  store.appendLog({ ledger: sequence, closedAt: closeTime, envelope: transaction.base64, funded });
  const changes = [...applied.overlay.changedEntries()].map(([key, data]) =>
    data === undefined ? store.removeEntry(key) : store.putEntry(key, data, sequence),
  );
  const lives = [...applied.overlay.lives()].map(([key, liveUntil]) => store.putLife(key, liveUntil));
  const entries = [...changes, ...lives];
  const contents = { sequence, closedAt: closeTime, envelope: transaction.base64, result, entries, newCoins: 0n };
  store.closeLedger({ ...contents, fees: applied.result.feeCharged }, latest);
  const stored: StoredTransaction = {
    ledger: sequence,
    closedAt: closeTime,
    hash: transaction.hashHex,
    innerHash: transaction.bump?.innerHashHex ?? null,
    success: applied.success,
    envelope: transaction.base64,
    result: Buffer.from(result).toString('base64'),
    meta: xdr.TransactionMeta.v4(applied.meta).toXdr('base64'),
    feeChanges: applied.feeChanges.map((change) => change.toXdr('base64')),
    refundChanges: applied.refundChanges.map((change) => change.toXdr('base64')),
  };
  store.putTransaction(stored);
  options.events.putEvents(sequence, applied.meta);
  return stored;
}
