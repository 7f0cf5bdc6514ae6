/** Closing ledgers: the first one, then one for each transaction that is taken in, and empty ones as time passes. */
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import type { EventStore } from './events/event-store.ts';
import { FEE_ACCOUNT, feeAccount, firstEntries, liveFactories, lumensIn } from './genesis.ts';
import { accountKey, keyOf, keyText } from './keys.ts';
import type { Overlay } from './overlay.ts';
import type { ClosedLedger, LedgerStore, Logged, StoredTransaction } from './store.ts';
import { type Applied, applyTransaction } from './transaction/apply.ts';
import type { ReadTransaction } from './transaction/envelope.ts';

/** Where the next ledger stands. */
export type NextLedger = {
  readonly sequence: number;
  /** Epoch seconds. */
  readonly closeTime: number;
};

/** The entries that a transaction wrote, by their keys in base64; nothing for a removed one. */
export type Written = Iterable<readonly [string, xdr.LedgerEntryData | undefined]>;

/** The last ledgers that it set of entries' times to live, by the entries' keys in base64. */
export type Lives = Iterable<readonly [string, number]>;

/** What the ledger itself does after friendbot's transaction, for `address`. */
export type Funding = {
  readonly address: string;
  readonly afterwards: (overlay: Overlay) => xdr.ContractEvent[];
};

/** `now`: epoch milliseconds. */
export function nextLedger(latest: ClosedLedger | undefined, now: number): NextLedger {
  // A clock that was set back does not take the ledger along.
  const closeTime = Math.max(Math.floor(now / 1000), latest?.closedAt ?? 0);
  return { sequence: (latest?.sequence ?? 0) + 1, closeTime };
}

/** What a ledger does without a transaction; nothing: an empty one. */
type OwnAct = Pick<Logged, 'rules' | 'archived'> & {
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

/** The ledger that makes the entries that there are before anybody sends a transaction. */
export function closeFirstLedger(store: LedgerStore, now: number, rules: number): void {
  const made = [...firstEntries(), ...entriesSince(0, rules)];
  closeOwnLedger(store, now, { made, ...(rules === 0 ? {} : { rules }) });
}

/** Brings later rules to a ledger that an earlier version began, and what came into being with them. */
export function closeUpgrade(store: LedgerStore, now: number, rules: number): void {
  // Anybody may have opened that account meanwhile.
  const isOpen = store.readEntry(keyText(accountKey(FEE_ACCOUNT))) !== undefined;
  closeOwnLedger(store, now, { made: entriesSince(store.rules(), rules, isOpen), rules });
}

/** What comes into being with the rules after `before`, up to `rules`: the live contracts, and who gets their fees. */
function entriesSince(before: number, rules: number, hasFeeAccount = false): xdr.LedgerEntryData[] {
  return before < 1 && rules >= 1 ? [...liveFactories(), ...(hasFeeAccount ? [] : feeAccount())] : [];
}

/** Archives a contract's entries, as a network does when their time to live is over. @returns false: it has none */
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

/** Applies a transaction in a new ledger. It was found valid before. */
export function closeLedger(
  transaction: ReadTransaction,
  options: {
    readonly store: LedgerStore;
    readonly events: EventStore;
    readonly networkId: Uint8Array;
    readonly latest: ClosedLedger;
    readonly next: NextLedger;
    readonly funding?: Funding;
  },
): StoredTransaction {
  const { store, next, funding } = options;
  const applied = applyTransaction(transaction, {
    read: store.readEntry,
    networkId: options.networkId,
    sequence: next.sequence,
    ...(funding === undefined ? {} : { afterwards: funding.afterwards }),
  });
  return keepTransaction(
    transaction,
    { ...applied, written: applied.overlay.written(), lives: applied.overlay.lives() },
    { ...options, funded: funding?.address },
  );
}

/** Writes down what became of a transaction in its ledger. */
export function keepTransaction(
  transaction: ReadTransaction,
  applied: Omit<Applied, 'overlay'> & { readonly written: Written; readonly lives: Lives },
  options: {
    readonly store: LedgerStore;
    readonly events: EventStore;
    readonly latest: ClosedLedger;
    readonly next: NextLedger;
    readonly funded?: string | undefined;
  },
): StoredTransaction {
  const { store, latest, funded } = options;
  const { sequence, closeTime } = options.next;
  const result = applied.result.toXdr();
  store.appendLog({ ledger: sequence, closedAt: closeTime, envelope: transaction.base64, funded });
  const written = [...applied.written].map(([key, data]) =>
    data === undefined ? store.removeEntry(key) : store.putEntry(key, data, sequence),
  );
  const lives = [...applied.lives].map(([key, liveUntil]) => store.putLife(key, liveUntil));
  const entries = [...written, ...lives];
  const contents = { sequence, closedAt: closeTime, envelope: transaction.base64, result, entries, newCoins: 0n };
  store.closeLedger({ ...contents, fees: applied.result.feeCharged }, latest);
  const stored: StoredTransaction = {
    ledger: sequence,
    closedAt: closeTime,
    hash: transaction.hashHex,
    innerHash: transaction.bump?.innerHashHex,
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
