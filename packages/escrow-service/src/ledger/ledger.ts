/**
 * The embedded ledger: one Stellar network in a file, which closes a ledger for each transaction it is sent.
 * It has no consensus, no metering and runs its contracts natively; everything a client can check is exact.
 */
import { NETWORKS } from '@countersign/core/network';
import { Account, hash, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { openDatabase } from './database.ts';
import { FRIENDBOT, genesisEntries, holderOfTokens, STARTING_XLM } from './genesis.ts';
import { accountKey } from './keys.ts';
import { Overlay } from './overlay.ts';
import { type ClosedLedger, createLedgerStore, type StoredTransaction } from './store.ts';
import { applyTransaction, refusedResult } from './transaction/apply.ts';
import { type ReadTransaction, readEnvelope } from './transaction/envelope.ts';
import { type AuthMode, type Simulation, simulateTransaction } from './transaction/simulate.ts';
import { refusalOf } from './transaction/validity.ts';

export type LedgerOptions = {
  /** Folder of the ledger's file; nothing: in memory. */
  readonly dataDir?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

type SendResult =
  | { readonly status: 'PENDING' | 'DUPLICATE'; readonly hash: string }
  | { readonly status: 'ERROR'; readonly hash: string; readonly result: xdr.TransactionResult };

type FundResult =
  | { readonly hash: string; readonly envelope: string; readonly result: string; readonly meta: string }
  | 'exists';

/** One view of the ledger; valid while the callback it was given to runs. */
export type LedgerView = {
  readonly latest: ClosedLedger;
  readonly oldest: { readonly sequence: number; readonly closedAt: number };
  entry(
    key: string,
  ): { readonly data: xdr.LedgerEntryData; readonly modified: number; readonly liveUntil?: number } | undefined;
  transaction(hash: string): StoredTransaction | undefined;
  /** @throws EnvelopeError */
  simulate(envelope: string, authMode: AuthMode | undefined): Simulation;
};

export type Ledger = {
  readonly passphrase: string;
  view<T>(look: (view: LedgerView) => T): T;
  /** Applies a signed transaction at once. @throws EnvelopeError where it is none */
  send(envelope: string): SendResult & { readonly latest: ClosedLedger };
  /** Creates an account with XLM and sandbox tokens. `address`: G… */
  fund(address: string): FundResult;
  close(): void;
};

/** @throws CountersignError STORE_UNUSABLE */
export function openLedger({ dataDir, now }: LedgerOptions): Ledger {
  const { passphrase } = NETWORKS.sandbox;
  const networkId = hash(new TextEncoder().encode(passphrase));
  const db = openDatabase(dataDir);
  const store = createLedgerStore(db);

  const closeTime = (latest: ClosedLedger | undefined) => Math.max(Math.floor(now() / 1000), latest?.closedAt ?? 0);
  const latestLedger = () => store.latestLedger() as ClosedLedger;

  db.write(() => {
    if (store.latestLedger() !== undefined) return;
    for (const data of genesisEntries()) store.putEntry(data, 1);
    store.closeLedger(1, closeTime(undefined), new Uint8Array(32), undefined);
  });

  /** Applies a transaction in a new ledger. It was found valid before. */
  function close(transaction: ReadTransaction, afterwards?: (overlay: Overlay) => void): StoredTransaction {
    const latest = latestLedger();
    const sequence = latest.sequence + 1;
    const closedAt = closeTime(latest);
    const applied = applyTransaction(transaction, {
      read: store.readEntry,
      networkId,
      sequence,
      ...(afterwards === undefined ? {} : { afterwards }),
    });
    for (const { after } of applied.overlay.writes()) store.putEntry(after, sequence);
    store.closeLedger(sequence, closedAt, hash(applied.result.toXdr()), latest);
    const stored: StoredTransaction = {
      ledger: sequence,
      closedAt,
      success: applied.success,
      envelope: transaction.base64,
      result: applied.result.toXdr('base64'),
      meta: applied.meta.toXdr('base64'),
    };
    store.putTransaction(transaction.hashHex, stored);
    return stored;
  }

  function send(envelope: string): SendResult {
    const transaction = readEnvelope(envelope, networkId);
    if ('unsupported' in transaction) {
      const result = refusedResult(xdr.TransactionResultResult.txNotSupported());
      return { status: 'ERROR', hash: transaction.hashHex, result };
    }
    if (store.transaction(transaction.hashHex) !== undefined) return { status: 'DUPLICATE', hash: transaction.hashHex };
    const latest = latestLedger();
    const moment = { sequence: latest.sequence + 1, closeTime: closeTime(latest) };
    const refusal = refusalOf(transaction, new Overlay(store.readEntry, moment.sequence), moment);
    if (refusal !== undefined) {
      return { status: 'ERROR', hash: transaction.hashHex, result: refusedResult(refusal) };
    }
    close(transaction);
    return { status: 'PENDING', hash: transaction.hashHex };
  }

  function fund(address: string): FundResult {
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
    const transaction = readEnvelope(creation.toXdr(), networkId) as ReadTransaction;
    // On a network only the account itself could open its trustline; here the ledger's own hand does.
    const { envelope, result, meta } = close(transaction, (after) => {
      const account = after.account(accountKey(address)) as xdr.AccountEntry;
      for (const data of holderOfTokens(address, account)) after.put(data);
    });
    return { hash: transaction.hashHex, envelope, result, meta };
  }

  function view(): LedgerView {
    const latest = latestLedger();
    return {
      latest,
      oldest: store.oldestLedger(),
      entry(key) {
        const found = store.readEntry(key);
        const liveUntil = store.liveUntil(key);
        return found && { ...found, ...(liveUntil === undefined ? {} : { liveUntil }) };
      },
      transaction: store.transaction,
      simulate(envelope, authMode) {
        const transaction = readEnvelope(envelope, networkId);
        if ('unsupported' in transaction)
          return { error: 'only plain (v1) transactions are simulated here', events: [] };
        return simulateTransaction(transaction, {
          read: store.readEntry,
          networkId,
          sequence: latest.sequence + 1,
          ...(authMode === undefined ? {} : { authMode }),
        });
      },
    };
  }

  return {
    passphrase,
    view: (look) => db.read(() => look(view())),
    send: (envelope) => db.write(() => ({ ...send(envelope), latest: latestLedger() })),
    fund: (address) => db.write(() => fund(address)),
    close: () => db.close(),
  };
}
