/**
 * The embedded ledger: one Stellar network in a file, which closes a ledger for each transaction it is sent, and an
 * empty one where it is asked after more than five seconds without any: its time is known by its ledgers.
 * It has no consensus, no metering and runs its contracts natively; everything a client can check is exact.
 */
import { NETWORKS } from '@countersign/core/network';
import { Account, hash, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import {
  closeArchival,
  closeEmptyLedger,
  closeFirstLedger,
  closeLedger,
  closeUpgrade,
  nextLedger,
} from './close-ledger.ts';
import { type Database, openDatabase } from './database.ts';
import { movementEvent } from './events/asset-events.ts';
import { createEventStore, type EventStore } from './events/event-store.ts';
import { FRIENDBOT, holderOfTokens, SANDBOX_ASSET, STARTING_TOKENS, STARTING_XLM } from './genesis.ts';
import { accountKey } from './keys.ts';
import { isGone, Overlay, type StoredEntry } from './overlay.ts';
import { RULES } from './rules.ts';
import { type ClosedLedger, createLedgerStore, type LedgerStore, type StoredTransaction } from './store.ts';
import { readEnvelope } from './transaction/envelope.ts';
import { refusalOf } from './transaction/refusal.ts';
import { type Simulation, type SimulationOptions, simulateTransaction } from './transaction/simulate.ts';

export type LedgerOptions = {
  /** Folder of the ledger's file; nothing: in memory. */
  readonly dataDir?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** A network closes a ledger as often as that. */
const CLOSE_SECONDS = 5;

type SendResult =
  | { readonly status: 'PENDING' | 'DUPLICATE'; readonly hash: string }
  | { readonly status: 'ERROR'; readonly hash: string; readonly result: xdr.TransactionResult };

/** One view of the ledger; valid while the callback it was given to runs. */
export type LedgerView = Pick<LedgerStore, 'ledgers' | 'transaction' | 'transactions'> &
  Pick<EventStore, 'events'> & {
    readonly latest: ClosedLedger;
    readonly oldest: { readonly sequence: number; readonly closedAt: number };
    /** Nothing for an archived one. */
    entry(key: string): StoredEntry | undefined;
    /** @throws EnvelopeError */
    simulate(envelope: string, options?: SimulationOptions): Simulation;
  };

export type Ledger = {
  readonly passphrase: string;
  view<T>(look: (view: LedgerView) => T): T;
  /** Applies a signed transaction (base64) at once. @throws EnvelopeError where it is none */
  send(envelope: string): SendResult & { readonly latest: ClosedLedger };
  /** Creates an account with XLM and sandbox tokens. `address`: G… */
  fund(address: string): StoredTransaction | 'exists';
  /** Archives the entries of a contract (C…), as time does on a network. @returns false where it has none */
  archive(contract: string): boolean;
  /** Closes a ledger without a transaction. */
  closeEmpty(): void;
  close(): void;
};

/** @throws CountersignError STORE_UNUSABLE */
export function openLedger({ dataDir, now }: LedgerOptions): Ledger {
  return ledgerOn(openDatabase(dataDir), now);
}

/**
 * A ledger on an open database, which gets its first ledger here where it has none, and an upgrade to these rules where
 * an earlier version began it.
 */
export function ledgerOn(db: Database, now: () => number): Ledger {
  const { passphrase } = NETWORKS.sandbox;
  const networkId = hash(new TextEncoder().encode(passphrase));
  const store = createLedgerStore(db);
  const events = createEventStore(db);
  const latestLedger = () => store.latestLedger() as ClosedLedger;

  db.write(() => {
    if (store.latestLedger() === undefined) closeFirstLedger(store, now(), RULES);
    else if (store.rules() < RULES) closeUpgrade(store, now(), RULES);
  });
  const isIdle = () => now() / 1000 - latestLedger().closedAt > CLOSE_SECONDS;
  const closeEmpty = () => closeEmptyLedger(store, now());

  function send(envelope: string): SendResult {
    const transaction = readEnvelope(envelope, networkId);
    const { hashHex } = transaction;
    if (store.isApplied(hashHex)) return { status: 'DUPLICATE', hash: hashHex };
    const latest = latestLedger();
    const next = nextLedger(latest, now());
    const refusal = refusalOf(transaction, new Overlay(store.readEntry, next.sequence), next);
    if (refusal !== undefined) return { status: 'ERROR', hash: hashHex, result: refusal };
    closeLedger(transaction, { store, events, networkId, latest, next });
    return { status: 'PENDING', hash: hashHex };
  }

  function fund(address: string): StoredTransaction | 'exists' {
    const overlay = new Overlay(store.readEntry, 0);
    if (overlay.account(accountKey(address)) !== undefined) return 'exists';
    const friendbot = overlay.account(accountKey(FRIENDBOT.publicKey())) as xdr.AccountEntry;
    const creation = new TransactionBuilder(new Account(FRIENDBOT.publicKey(), friendbot.seqNum.toString()), {
      fee: '100',
      networkPassphrase: passphrase,
    })
      .addOperation(
        Operation.createAccount({ destination: address, startingBalance: (STARTING_XLM / 10_000_000n).toString() }),
      )
      .setTimeout(0)
      .build();
    creation.sign(FRIENDBOT);
    const latest = latestLedger();
    const next = nextLedger(latest, now());
    // On a network only the account itself could open its trustline; here the ledger's own hand does.
    const afterwards = (after: Overlay) => {
      const account = after.account(accountKey(address)) as xdr.AccountEntry;
      for (const data of holderOfTokens(address, account)) after.put(data);
      const from = SANDBOX_ASSET.getIssuer() as string;
      return [movementEvent({ asset: SANDBOX_ASSET, from, to: address }, STARTING_TOKENS)];
    };
    const funding = { address, afterwards };
    return closeLedger(readEnvelope(creation.toXdr(), networkId), { store, events, networkId, latest, next, funding });
  }

  function view(): LedgerView {
    const latest = latestLedger();
    return {
      latest,
      oldest: store.oldestLedger(),
      ledgers: store.ledgers,
      transaction: store.transaction,
      transactions: store.transactions,
      events: events.events,
      entry(key) {
        const found = store.readEntry(key);
        return found?.archived === true || (found && isGone(found, latest.sequence)) ? undefined : found;
      },
      simulate: (envelope, options = {}) =>
        simulateTransaction(readEnvelope(envelope, networkId), {
          ...options,
          read: store.readEntry,
          networkId,
          sequence: latest.sequence + 1,
        }),
    };
  }

  return {
    passphrase,
    view: (look) => {
      // Another process may do it at the same time.
      if (isIdle()) db.write(() => isIdle() && closeEmpty());
      return db.read(() => look(view()));
    },
    send: (envelope) => db.write(() => ({ ...send(envelope), latest: latestLedger() })),
    fund: (address) => db.write(() => fund(address)),
    archive: (contract) => db.write(() => closeArchival(store, now(), contract)),
    closeEmpty: () => db.write(closeEmpty),
    close: () => db.close(),
  };
}
