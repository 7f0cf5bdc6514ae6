import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { NETWORKS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { createRandom } from '@countersign/testkit/mutation/random';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { startScriptedService } from '@countersign/testkit/service/scripted-service';
import { passTo } from '@countersign/testkit/service/stand-in';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChildren } from './children.ts';

const PROCESSES = isWhole ? 8 : 3;
const REQUESTS = isWhole ? 60 : 3;
/** So that it is a proof of kills: at least so many die. */
const DEATHS = isWhole ? 61 : 1;
/** Of each step of each process. */
const DEATH_RATE = 0.05;
/** Steps of all of them between two kills, so that a busy machine kills no one before its work. */
const STEPS_A_KILL = 8;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** In front of the service: records what is sent, and passes it on. */
async function startRoad(service: string) {
  const sent: string[] = [];
  const { url } = await startScriptedService((response, request) => {
    if (request.url.includes('send-transaction')) sent.push(JSON.parse(request.body).signedXdr as string);
    return passTo(service)(response, request);
  });
  return { url, sent };
}

describe.runIf(hasPostgres)('eight processes on one database', () => {
  test('a request becomes one escrow, whichever process dies at any step', async ({ task }) => {
    const databaseUrl = await newDatabase();
    const sandbox = await startSandbox({ rateLimit: 0 });
    onTestFinished(() => sandbox.close());
    const road = await startRoad(sandbox.url);
    const keys = [];
    for (let count = 0; count < REQUESTS; count++) keys.push(await newcomer(sandbox.rpcUrl, '50'));
    const store = await openPostgresStore(await openDatabase(databaseUrl), 'sandbox', Date.now);
    onTestFinished(() => store.close());

    const random = createRandom(SEED);
    const script = new URL('./life-child.ts', import.meta.url).pathname;
    const { rpcUrl, accessToken, apiKey } = sandbox;
    const signers = keys.map((key) => key.secret());
    const about = { databaseUrl, serviceUrl: road.url, rpcUrl, accessToken, apiKey, signers, deathRate: DEATH_RATE };
    const children = startChildren(script, [JSON.stringify(about)], PROCESSES, (count) => random.below(count));
    onTestFinished(() => children.end());

    const rpc = new Server(rpcUrl, { allowHttp: true });
    const settledOf = async () => {
      const hashes = new Map<string, Set<string>>();
      for (const signedXdr of new Set(road.sent)) {
        const transaction = TransactionBuilder.fromXDR(signedXdr, NETWORKS.sandbox.passphrase) as Transaction;
        const hash = Buffer.from(transaction.hash()).toString('hex');
        const { status } = await rpc.getTransaction(hash);
        if (status !== Api.GetTransactionStatus.SUCCESS) continue;
        hashes.set(transaction.source, (hashes.get(transaction.source) ?? new Set()).add(hash));
      }
      return hashes;
    };
    for (let kills = 0; (await settledOf()).size < REQUESTS || children.died() < DEATHS; ) {
      await sleep(100);
      children.replaceMissing();
      if (children.done() < (kills + 1) * STEPS_A_KILL) continue;
      kills += 1;
      children.replaceOne();
    }
    await children.end();

    const settled = await settledOf();
    expect([...settled.values()].map((hashes) => hashes.size)).toEqual(Array.from({ length: REQUESTS }, () => 1));
    // What the ledger has, the store has or can learn: each settled transaction was written down before it was sent.
    for (const hash of [...settled.values()].flatMap((each) => [...each])) {
      const transaction = await store.findByHash(hash);
      expect(['settled', 'sending', 'unknown', 'accepted']).toContain(transaction?.state);
    }
    task.meta.figures = {
      proof: 'Eight processes on one database',
      rows: {
        'requests, each asked for by all of them': counted(REQUESTS),
        'processes that died at a step or were killed': counted('over 60'),
        'requests with a second escrow, or none; what was sent and not written down': 0,
      },
    };
  });
});
