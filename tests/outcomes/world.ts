/** An honest world for schedules of lies: an embedded ledger, the embedded service before it, and one clock for both. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { connectNetwork, PATIENCE } from '@countersign/escrow-service/internal/contract/call';
import { serviceApp } from '@countersign/escrow-service/internal/http/app';
import { type Database, openDatabase } from '@countersign/sandbox-ledger/internal/database';
import { accountKey, contractDataKey, instanceKey, keyOf, keyText } from '@countersign/sandbox-ledger/internal/keys';
import { ledgerOn } from '@countersign/sandbox-ledger/internal/ledger';
import { ledgerApp } from '@countersign/sandbox-ledger/internal/rpc/app';
import { createLedgerStore } from '@countersign/sandbox-ledger/internal/store';
import { initOf, startAnswerer } from '@countersign/testkit/service/stand-in';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';

export const NETWORK = NETWORKS.sandbox;
export const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);
const START = Date.UTC(2026, 5, 1, 12);

/** Something that answers requests as over HTTP. */
type App = { request(path: string, init?: RequestInit): Response | Promise<Response> };

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld() {
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
  const halted = { ...ledgerOn(asItWas, () => 0), closeEmpty: () => undefined };
  const frozen = ledgerApp(halted, () => '', fail);
  const entryAt = (key: xdr.LedgerKey) => ledger.view((view) => view.entry(keyText(key))?.data);
  const door = await startAnswerer((request) => rpc.request('/rpc', initOf(request)));
  const service = serviceApp({
    network: connectNetwork(NETWORK, `${door.url}/rpc`, now, { ...PATIENCE, pollMs: 5 }),
    ...SANDBOX_CREDENTIALS,
    rateLimit: 0,
    sandbox: { accounts: SANDBOX_ACCOUNTS },
  });
  return {
    /** Epoch milliseconds of the ledger and the service; only a schedule moves it. */
    clock,
    ledger,
    /** The ledger's RPC and the service, without a socket. */
    rpc: rpc as App,
    service: service as App,
    /** A node that does not move on from `freeze` until the next one: it has the latest ledger of then. */
    frozen: frozen as App,
    freeze,
    fresh() {
      const key = Keypair.fromRawEd25519Seed(randomBytes(32));
      ledger.fund(key.publicKey());
      return key;
    },
    /** Moves the clock, and lets the network go on as it does: one ledger at least closes afterwards. */
    pass(seconds: number) {
      clock.now += seconds * 1_000;
      ledger.closeEmpty();
    },
    transaction: (hash: string) => ledger.view((view) => view.transaction(hash)),
    /** Of the ledgers from `from` on. */
    transactionsSince: (from: number) => ledger.view((view) => view.transactions(from, 10_000)),
    sequenceOf(account: string) {
      const data = entryAt(accountKey(account));
      return data?.type === 'account' ? data.account.seqNum : 0n;
    },
    instanceOf: (contract: string) => entryAt(instanceKey(contract)),
    escrowOf(contract: string) {
      const data = entryAt(contractDataKey(contract, ESCROW_KEY));
      return data?.type === 'contractData' ? data.contractData.val : undefined;
    },
    /** Writes an entry as if an unseen transaction had done it. */
    write: (entry: xdr.LedgerEntryData) =>
      db.write(() => store.putEntry(keyText(keyOf(entry)), entry, store.latestLedger()?.sequence ?? 1)),
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
