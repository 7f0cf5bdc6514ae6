/** What a new transaction costs a store with many settled ones, which are kept for 30 days. */
import { openSqliteStore, type Store } from '@countersign/core';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import { withResources } from '../command-line/resources.ts';
import { type Bench, p50, samplePair } from './figure.ts';

const AIM_MS = 3;
const MINUTE_MS = 60_000;

type Size = { readonly settled: number; readonly count: number; readonly warm: number };

export const storeBench: Bench<Size> = {
  title: 'Store in memory',
  measure: ({ settled, count, warm } = { settled: 10_000, count: 200, warm: 50 }) =>
    withResources(async (resources) => {
      const openStore = () => resources.use(openSqliteStore(undefined, 'sandbox'));
      const [empty, full] = [openStore(), openStore()];
      const add = (store: Store) => () => addTransaction(store, nextHash());
      for (let number = 0; number < settled; number++) await settle(full, await add(full)());
      const added = await samplePair(add(full), add(empty), { count, warm });
      return [p50(added, 'a new transaction', 'in an empty store', { atMost: AIM_MS })];
    }),
};

const deploy = request();
const unsignedXdr = buildDeploy(deploy);
let made = 0;

function nextHash(): string {
  made += 1;
  return made.toString(16).padStart(64, '0');
}

/** Adds a transaction of a new request. @returns its hash */
export async function addTransaction(store: Store, hash: string): Promise<string> {
  const [id, pageId, owner] = [`id-${hash}`, `page-${hash}`, { tenant: 'local', id: 'local' }];
  const keys = { request: deploy, requestKey: hash, round: 0, series: hash, terms: hash };
  const transaction = { hash, unsignedXdr, contractId: `C${hash}`, sequence: '1', expiresAt: Date.now(), reasons: [] };
  const context = { risk: { stops: [], warnings: [], facts: [] } };
  await store.add({ action: 'deploy', id, pageId, owner, ...keys }, transaction, context);
  return hash;
}

export async function settle(store: Store, hash: string): Promise<void> {
  const claim = await store.claim(hash, unsignedXdr, MINUTE_MS);
  if (claim.kind !== 'granted') throw new Error('a transaction of the bench cannot be sent');
  const outcome = { by: 'ledger', transactionHash: hash, message: 'settled', next: 'nothing' } as const;
  await store.decide(hash, { state: 'settled', settlement: { status: 'settled', ...outcome } });
}
