/** What a new offer costs a store with many settled ones, which are kept for 30 days. */
import { openSqliteStore, type Store } from '@countersign/core';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import { atMost, type Bench, type Figure, median, samplePair } from './figure.ts';

const AIM_MS = 3;
const MINUTE_MS = 60_000;

type Runs = { readonly settled: number; readonly offers: number; readonly warm: number };

export const storeBench: Bench = {
  title: 'Store in memory, beside 10,000 settled escrows',
  run: () => measureStore({ settled: 10_000, offers: 200, warm: 50 }),
};

const asked = request();
const unsignedXdr = buildDeploy(asked);

export async function measureStore({ settled, offers, warm }: Runs): Promise<readonly Figure[]> {
  const open = () => openSqliteStore(undefined, 'sandbox');
  const [empty, full] = [open(), open()];
  try {
    for (let count = 0; count < settled; count++) await settle(full, await add(full));
    const offer = await samplePair(
      () => add(full),
      () => add(empty),
      offers,
      warm,
    );
    const sweep = (store: Store) => () => store.sweep();
    const swept = await samplePair(sweep(full), sweep(empty), Math.ceil(offers / 10), 1);
    return [
      {
        name: 'a new offer, p50',
        value: median(offer[0]),
        unit: 'ms',
        against: { name: 'in an empty store', value: median(offer[1]) },
        aim: atMost(median(offer[0]), AIM_MS, 'ms'),
      },
      {
        name: 'a look for what is old, once a minute, p50',
        value: median(swept[0]),
        unit: 'ms',
        against: { name: 'in an empty store', value: median(swept[1]) },
      },
    ];
  } finally {
    await empty.close();
    await full.close();
  }
}

let count = 0;

/** Adds an offer under a new handle. @returns the transaction's hash */
async function add(store: Store): Promise<string> {
  count += 1;
  const hash = count.toString(16).padStart(64, '0');
  const offer = { hash, unsignedXdr, contractId: `C${hash}`, sequence: '1', expiresAt: Date.now(), reasons: [] };
  await store.add(
    {
      action: 'deploy',
      id: `id-${hash}`,
      pageId: `page-${hash}`,
      owner: { tenant: 'local', id: 'local' },
      request: asked,
      requestKey: hash,
      round: 0,
      series: hash,
      terms: hash,
    },
    offer,
    { judged: { stops: [], warnings: [], facts: [] } },
  );
  return hash;
}

async function settle(store: Store, hash: string): Promise<void> {
  const claim = await store.claim(hash, unsignedXdr, MINUTE_MS);
  if (claim.kind !== 'granted') throw new Error('an offer of the bench cannot be sent');
  const said = { by: 'ledger', transactionHash: hash, message: 'settled', next: 'nothing' } as const;
  await store.decide(hash, { state: 'settled', settlement: { status: 'settled', ...said } });
}
