/** An honest world for schedules of lies: an embedded ledger, the embedded service before it, and one clock for both. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NETWORKS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { demoAccounts } from '@countersign/escrow-service';
import { connectNetwork, PATIENCE } from '@countersign/escrow-service/internal/contract/call';
import { serviceApp } from '@countersign/escrow-service/internal/http/app';
import { type Database, openDatabase } from '@countersign/sandbox-ledger/internal/database';
import { accountKey, contractDataKey, instanceKey, keyOf, keyText } from '@countersign/sandbox-ledger/internal/keys';
import { type Ledger, ledgerOn } from '@countersign/sandbox-ledger/internal/ledger';
import { ledgerApp } from '@countersign/sandbox-ledger/internal/rpc/app';
import { createLedgerStore, type StoredTransaction } from '@countersign/sandbox-ledger/internal/store';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';
import { openDoor } from './door.ts';

export const NETWORK = NETWORKS.sandbox;
export const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);
const START = Date.UTC(2026, 5, 1, 12);

/** Something that answers requests as over HTTP. */
export type App = { request(path: string, init?: RequestInit): Response | Promise<Response> };

export type World = {
  /** Epoch milliseconds of the ledger and the service; it moves forward alone. */
  readonly clock: { now: number };
  readonly ledger: Ledger;
  /** The ledger's RPC and the service, without a socket. */
  readonly rpc: App;
  readonly service: App;
  /** A node that stands still from `freeze` until it is frozen again, at what is the latest ledger then. */
  readonly frozen: App;
  freeze(): void;
  /** An account that nobody used before. */
  fresh(): Keypair;
  /** Moves the clock, and lets the network go on as it does: one ledger at least closes afterwards. */
  pass(seconds: number): void;
  transaction(hash: string): StoredTransaction | undefined;
  /** Of the ledgers from `ledger` on. */
  transactionsSince(ledger: number): readonly StoredTransaction[];
  sequenceOf(account: string): bigint;
  /** The contract's instance entry. */
  instanceOf(contract: string): xdr.LedgerEntryData | undefined;
  /** As its contract stores it. */
  escrowOf(contract: string): xdr.ScVal | undefined;
  /** Writes an entry as if a transaction that nobody looks at had done it. */
  write(entry: xdr.LedgerEntryData): void;
  close(): Promise<void>;
};

export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-world-'));
  const clock = { now: START };
  const now = () => clock.now;
  const db = openUnsafely(folder);
  const ledger = ledgerOn(db, now);
  const store = createLedgerStore(db);
  const rpc = ledgerApp(ledger, () => '', fail);
  // A reader's transaction keeps seeing the file as it was when it began.
  const past = openUnsafely(folder);
  const freeze = () => {
    if (isFrozen) past.run('COMMIT');
    past.run('BEGIN');
    past.get('SELECT max(sequence) FROM ledger');
    isFrozen = true;
  };
  let isFrozen = false;
  freeze();
  const asItWas: Database = { ...past, read: (work) => work(), write: (work) => work() };
  // A node that is behind closes no ledger.
  const stands = { ...ledgerOn(asItWas, () => 0), closeEmpty: () => undefined };
  const frozen = ledgerApp(stands, () => '', fail);
  const door = await openDoor((request) => rpc.request('/rpc', request));
  const service = serviceApp({
    network: connectNetwork(NETWORK, `${door.url}/rpc`, now, { ...PATIENCE, pollMs: 5 }),
    ...SANDBOX_CREDENTIALS,
    rateLimit: 0,
    sandbox: { accounts: demoAccounts() },
  });
  return {
    clock,
    ledger,
    rpc,
    service,
    frozen,
    freeze,
    fresh() {
      const key = Keypair.fromRawEd25519Seed(randomBytes(32));
      ledger.fund(key.publicKey());
      return key;
    },
    pass(seconds) {
      clock.now += seconds * 1_000;
      ledger.closeEmpty();
    },
    transaction: (hash) => ledger.view((view) => view.transaction(hash)),
    transactionsSince: (from) => ledger.view((view) => view.transactions(from, 10_000)),
    sequenceOf: (account) =>
      ledger.view((view) => {
        const data = view.entry(accountKey(account).toXdr('base64'))?.data;
        return data?.type === 'account' ? data.account.seqNum : 0n;
      }),
    instanceOf: (contract) => ledger.view((view) => view.entry(instanceKey(contract).toXdr('base64'))?.data),
    escrowOf: (contract) => {
      const data = ledger.view((view) => view.entry(contractDataKey(contract, ESCROW_KEY).toXdr('base64'))?.data);
      return data?.type === 'contractData' ? data.contractData.val : undefined;
    },
    write: (entry) => {
      db.write(() => store.putEntry(keyText(keyOf(entry)), entry, store.latestLedger()?.sequence ?? 1));
    },
    async close() {
      await door.close();
      past.close();
      ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The world ends with its process, so its disk need not be waited for. */
function openUnsafely(folder: string): Database {
  const db = openDatabase(folder);
  db.run('PRAGMA synchronous = OFF');
  return db;
}

function fail(where: string, error: unknown): void {
  throw new Error(`${where} broke`, { cause: error });
}
