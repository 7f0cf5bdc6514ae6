/** Closes ledgers: the first one, one for each accepted transaction, and empty ones as time passes. */
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import type { EventStore } from './events/event-store.ts';
import { FEE_ACCOUNT, feeAccount, firstEntries, liveFactories, lumensIn } from './genesis.ts';
import { accountKey, keyOf, keyText } from './keys.ts';
import type { Overlay } from './overlay.ts';
import type { ClosedLedger, LedgerStore, Logged, StoredTransaction } from './store.ts';
import { type Applied, applyTransaction } from './transaction/apply.ts';
import type { ReadTransaction } from './transaction/envelope.ts';

/** Number and time of the next ledger. */
export type NextLedger = {
  readonly sequence: number;
  /** Epoch seconds. */
  readonly closeTime: number;
};

/** The entries that a transaction wrote, by their keys in base64; undefined for a removed one. */
export type Written = Iterable<readonly [string, xdr.LedgerEntryData | undefined]>;

/** The last ledgers of the times to live that it set, by the entries' keys in base64. */
export type Lives = Iterable<readonly [string, number]>;

/** The ledger's own changes for `address` after friendbot's transaction. */
export type Funding = {
  readonly address: string;
  readonly afterwards: (overlay: Overlay) => xdr.ContractEvent[];
};

/** `now`: epoch milliseconds. */
export function nextLedger(latest: ClosedLedger | undefined, now: number): NextLedger {
  // Ledger times never go back, even if the clock is set back.
  const closeTime = Math.max(Math.floor(now / 1000), latest?.closedAt ?? 0);
  return { sequence: (latest?.sequence ?? 0) + 1, closeTime };
}

/** What a ledger does without a transaction; absent: an empty ledger. */
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

/** Closes the first ledger, which creates the initial entries. */
export function closeFirstLedger(store: LedgerStore, now: number, rules: number): void {
  const made = [...firstEntries(), ...entriesSince(0, rules)];
  closeOwnLedger(store, now, { made, ...(rules === 0 ? {} : { rules }) });
}

/** Upgrades a ledger of an earlier version to later rules, and creates the entries that came with them. */
export function closeUpgrade(store: LedgerStore, now: number, rules: number): void {
  // Somebody may have created that account already.
  const isOpen = store.readEntry(keyText(accountKey(FEE_ACCOUNT))) !== undefined;
  closeOwnLedger(store, now, { made: entriesSince(store.rules(), rules, isOpen), rules });
}

/** The entries that come with the rules after `before`, up to `rules`: the live contracts and their fee account. */
function entriesSince(before: number, rules: number, hasFeeAccount = false): xdr.LedgerEntryData[] {
  return before < 1 && rules >= 1 ? [...liveFactories(), ...(hasFeeAccount ? [] : feeAccount())] : [];
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

/** Stores a transaction with its result and ledger. */
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
