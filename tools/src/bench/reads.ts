/** How many requests a Stellar RPC gets for reading escrows, counted in front of the embedded ledger. */
import { type Desk, openSqliteStore, type Store } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { escrowsOnLedger } from '@countersign/core/internal/workflow/read/escrows-on-ledger';
import { liveMulti } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { request, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAndSend } from '@countersign/testkit/page/scene';
import { entries, escrowEntries, network, tokenBalance, tokenInstance } from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, StrKey } from '@stellar/stellar-sdk/base';
import { openBenchDesk } from './desk.ts';
import { type Bench, type Figure, figure } from './figure.ts';
import { startLocalService } from './local-service.ts';

/** How many escrows are deployed, and how many others are read together. */
type Size = { readonly deployed: number; readonly others: number };

const { passphrase, tokens, wasmHash } = NETWORKS.sandbox;
const [usdc] = tokens;
const PAID = 'with-money';

export const readsBench: Bench<Size> = {
  title: 'Reading escrows',
  measure: async ({ deployed, others } = { deployed: 20, others: 200 }) => [
    ...(await measureDesk(deployed)),
    ...(await measureTogether(others)),
  ],
};

/** A Stellar RPC that counts what `read` asks it. @param answer to a body; what each process asks once does not count */
async function startCountingRpc(answer: (body: string) => unknown) {
  let count = 0;
  const { url, close } = await startLocalService(async ({ body }) => {
    if (JSON.parse(body).method !== 'getNetwork') count++;
    return { body: await answer(body) };
  });
  const requestsFor = async (read: () => Promise<unknown>) => {
    count = 0;
    await read();
    return count;
  };
  return { requestsFor, open: () => openLedger([url], passphrase), close };
}

async function measureDesk(deployed: number): Promise<Figure[]> {
  const sandbox = await startSandbox({ rateLimit: 0 });
  const headers = { 'content-type': 'application/json' };
  const rpc = await startCountingRpc(async (body) =>
    (await fetch(sandbox.rpcUrl, { method: 'POST', headers, body })).json(),
  );
  const store = openSqliteStore(undefined, 'sandbox');
  const openDesk = (on: Store) => openBenchDesk({ baseUrl: sandbox.url }, { store: on, ledger: rpc.open() });
  try {
    const desk = openDesk(store);
    const paid: Deployed[] = [];
    for (let index = 0; index < deployed; index++) paid.push(await deploy(desk, `${PAID}-${index}`));
    // So that the token has an entry of its balance; without one, the token itself is called.
    for (const { id } of paid) await signAndSend(desk, 'client', await desk.prepare('fund', { id }));
    const unpaid = await deploy(desk, 'unpaid');
    const [{ id, contractId }] = paid as [Deployed, ...Deployed[]];
    // As in another process, which has read nothing yet.
    const mine = openDesk(store);
    const elsewhere = openDesk(openSqliteStore(undefined, 'sandbox'));
    const addresses = paid.map((each) => each.contractId);
    const row = async (name: string, read: () => Promise<unknown>, atMost?: number) => {
      const against = ['for all of it at once', 1] as const;
      return figure(name, await rpc.requestsFor(read), 'requests', { against, atMost });
    };
    return [
      await row('an escrow that was prepared here', () => mine.get({ id }), 1),
      await row('any other, the first time', () => elsewhere.get({ contractId }), 2),
      await row('the same, from then on', () => elsewhere.get({ contractId }), 1),
      await row('one into which nothing was paid yet', () => mine.get({ id: unpaid.id })),
      await row(`${deployed} that settled, found`, () => mine.find({ status: 'settled', query: PAID }), 1),
      await row('their balances', () => mine.balances({ addresses }), 1),
    ];
  } finally {
    await rpc.close();
    await store.close();
    await sandbox.close();
  }
}

type Deployed = { readonly id: string; readonly contractId: string };

async function deploy(desk: Desk, engagementId: string): Promise<Deployed> {
  const prepared = await desk.prepare('deploy', { ...REQUEST, engagementId });
  await signAndSend(desk, 'client', prepared);
  return prepared;
}

/** Two keys for each: what the escrow is, and what it holds. */
async function measureTogether(count: number): Promise<Figure[]> {
  const escrow = liveMulti.encode(storedEscrow(request()));
  const addresses = Array.from({ length: count }, (_, index) => StrKey.encodeContract(Buffer.alloc(32, `${index} `)));
  const kept = addresses.flatMap((address) => [
    ...escrowEntries(address, { code: wasmHash, escrow, keptIn: 'instance' }),
    tokenBalance(usdc.address, address, 5n),
  ]);
  const answer = entries(tokenInstance(usdc.address, { asset: new Asset(usdc.code, usdc.issuer) }), ...kept);
  const rpc = await startCountingRpc((body) => {
    const { id, method, params } = JSON.parse(body);
    return { jsonrpc: '2.0', id, result: method === 'getNetwork' ? network(passphrase) : answer(params) };
  });
  try {
    const ledger = rpc.open();
    const read = () => rpc.requestsFor(() => escrowsOnLedger(ledger, NETWORKS.sandbox, addresses));
    const floor = Math.ceil((2 * count) / 200);
    const against = ['for two keys each, 200 in a request', floor] as const;
    return [
      figure(`${count} others, the first time`, await read(), 'requests', { against }),
      figure('the same, from then on', await read(), 'requests', { against, atMost: floor }),
    ];
  } finally {
    await rpc.close();
  }
}
