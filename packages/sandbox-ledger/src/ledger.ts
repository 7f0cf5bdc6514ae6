/**
 * The embedded ledger: a Stellar network in a file. It closes a ledger for each transaction, and an empty one when it is
 * read after more than five seconds without any, or asked again for a transaction that it does not have: who asks waits
 * for the next ledger. It has no consensus and no metering, and its contracts are native; everything that a client can
 * check is exact.
 */
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { Account, hash, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { closeArchival, closeEmptyLedger, closeFirstLedger, closeLedger, nextLedger } from './close-ledger.ts';
import { type Database, openDatabase } from './database.ts';
import { spendable } from './entries.ts';
import { movementEvent } from './events/asset-events.ts';
import { createEventStore, type EventStore } from './events/event-store.ts';
import { FRIENDBOT, holderOfTokens, SANDBOX_ASSET, STARTING_TOKENS, STARTING_XLM } from './genesis.ts';
import { accountKey } from './keys.ts';
import { isGone, Overlay, type StoredEntry } from './overlay.ts';
import { type ClosedLedger, createLedgerStore, type LedgerStore, type StoredTransaction } from './store.ts';
import { type FeeBump, type ReadTransaction, readEnvelope } from './transaction/envelope.ts';
import { bumpInclusion, feeBumpResult, innerInclusion, leastFee, transactionResult } from './transaction/fees.ts';
import { SignatureCheck } from './transaction/signatures.ts';
import { type Simulation, type SimulationOptions, simulateTransaction } from './transaction/simulate.ts';
import { type LedgerMoment, namesPossibleFee, problemOf } from './transaction/validity.ts';

export type LedgerOptions = {
  /** Folder of the ledger's file; absent: in memory. */
  readonly dataDir?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A real network that it plays, with pins and friendbot as there; default: the sandbox. For tests, in memory. */
  readonly network?: Network;
};

const CLOSE_SECONDS = 5;

type SendResult =
  | { readonly status: 'PENDING' | 'DUPLICATE'; readonly hash: string }
  | { readonly status: 'ERROR'; readonly hash: string; readonly result: xdr.TransactionResult };

/** A snapshot of the ledger; valid only inside the callback that gets it. */
export type LedgerView = Pick<LedgerStore, 'ledgers' | 'transaction' | 'transactions'> &
  Pick<EventStore, 'events'> & {
    readonly latest: ClosedLedger;
    readonly oldest: { readonly sequence: number; readonly closedAt: number };
    /** Undefined for an archived entry. */
    entry(key: string): StoredEntry | undefined;
    /** @throws EnvelopeError */
    simulate(envelope: string, options?: SimulationOptions): Simulation;
  };

export type Ledger = {
  readonly passphrase: string;
  view<T>(look: (view: LedgerView) => T): T;
  /** Applies a signed transaction (base64) at once. @throws EnvelopeError where it is not one */
  send(envelope: string): SendResult & { readonly latest: ClosedLedger };
  /** Creates an account with XLM and sandbox tokens. `address`: G… */
  fund(address: string): StoredTransaction | 'exists';
  /** Archives the entries of a contract (C…), as time does on a network. @returns false where it has none */
  archive(contract: string): boolean;
  closeEmpty(): void;
  close(): void;
};

/** @throws CountersignError STORE_UNUSABLE */
export function openLedger({ dataDir, now, network }: LedgerOptions): Ledger {
  return ledgerOn(openDatabase(dataDir), now, network);
}

/** A ledger on an open database. Closes the first ledger of a new one. */
export function ledgerOn(db: Database, now: () => number, network: Network = NETWORKS.sandbox): Ledger {
  const { passphrase } = network;
  const networkId = hash(new TextEncoder().encode(passphrase));
  const store = createLedgerStore(db);
  const events = createEventStore(db);
  const latestLedger = () => store.latestLedger() as ClosedLedger;

  db.write(() => {
    if (store.latestLedger() === undefined) closeFirstLedger(store, now(), network);
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
    const friendbot = overlay.account(accountKey(FRIENDBOT)) as xdr.AccountEntry;
    const startingBalance = (STARTING_XLM / 10_000_000n).toString();
    const options = { fee: '100', networkPassphrase: passphrase };
    const creation = new TransactionBuilder(new Account(FRIENDBOT, friendbot.seqNum.toString()), options)
      .addOperation(Operation.createAccount({ destination: address, startingBalance }))
      .setTimeout(0)
      .build();
    creation.sign(sandboxKeypair('friendbot'));
    const latest = latestLedger();
    const next = nextLedger(latest, now());
    const change = { store, events, networkId, latest, next };
    if (network.name !== 'sandbox') return closeLedger(readEnvelope(creation.toXdr(), networkId), change);
    // On a network only the account itself could add its trustline; here the ledger does it.
    const afterwards = (after: Overlay) => {
      const account = after.account(accountKey(address)) as xdr.AccountEntry;
      for (const data of holderOfTokens(address, account)) after.put(data);
      const from = SANDBOX_ASSET.getIssuer() as string;
      return [movementEvent(networkId, { asset: SANDBOX_ASSET, from, to: address }, STARTING_TOKENS)];
    };
    const funding = { address, afterwards };
    return closeLedger(readEnvelope(creation.toXdr(), networkId), { ...change, funding });
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

/** @returns undefined if the transaction may be applied */
function refusalOf(
  transaction: ReadTransaction,
  overlay: Overlay,
  moment: LedgerMoment,
): xdr.TransactionResult | undefined {
  const { tx, bump } = transaction;
  if (!namesPossibleFee(transaction) || (bump !== undefined && bump.fee < 0n)) {
    return transactionResult(0n, xdr.TransactionResultResult.txMalformed());
  }
  if (bump !== undefined) return bumpRefusal(transaction, bump, overlay, moment);
  const problem = problemOf(transaction, overlay, moment, true);
  return problem && transactionResult(leastFee(tx, innerInclusion(transaction)), problem);
}

function bumpRefusal(
  transaction: ReadTransaction,
  bump: FeeBump,
  overlay: Overlay,
  moment: LedgerMoment,
): xdr.TransactionResult | undefined {
  const refuse = xdr.TransactionResultResult;
  const outer = bumpInclusion(transaction, bump.fee);
  const inner = innerInclusion(transaction);
  const fee = leastFee(transaction.tx, outer);
  if (outer.offered < outer.least) return transactionResult(fee, refuse.txInsufficientFee());
  // A fee bump must offer at least the inner transaction's rate per operation.
  const rate = inner.offered * outer.least;
  if (outer.offered * inner.least < rate) {
    return transactionResult((rate + inner.least - 1n) / inner.least, refuse.txInsufficientFee());
  }
  const wrapping = wrappingProblem(bump, overlay);
  if (wrapping !== undefined) return transactionResult(fee, wrapping);
  const problem = problemOf(transaction, overlay, moment, false);
  return problem && feeBumpResult(fee, { hash: transaction.hash, result: problem });
}

function wrappingProblem(bump: FeeBump, overlay: Overlay): xdr.TransactionResultResult | undefined {
  const refuse = xdr.TransactionResultResult;
  const payer = overlay.account(accountKey(bump.source));
  if (payer === undefined) return refuse.txNoAccount();
  const signatures = new SignatureCheck(bump.hash, bump.signatures);
  if (!signatures.meets(payer, 'low')) return refuse.txBadAuth();
  if (spendable(payer) < bump.fee) return refuse.txInsufficientBalance();
  return signatures.allUsed ? undefined : refuse.txBadAuthExtra();
}
