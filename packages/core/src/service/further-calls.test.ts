/** Payments, steps, re-indexing and rows, which not every service has; `dialects` has their requests and replies. */
import { escrowAddresses, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import { answer, KEY, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { networkWith } from '../escrow/network.ts';
import { createEscrowClient } from './client.ts';
import { dialectFor } from './index.ts';
import { createBottleneckQuota } from './quota/bottleneck-quota.ts';

const [ESCROW] = escrowAddresses(1) as [string];
const ORDER = { escrow: ESCROW, signer: SIGNER, amount: '900719925474.0992123', release: 'multi' } as const;
const STEP = { act: 'release', escrow: ESCROW, signer: SIGNER, release: 'multi', index: 1 } as const;
const HASH = '9b0fdda7a136ad55e994b4a63e193e6ca4b47ab7f7b420b13ea46a26adacf8e8';
const BUSY = answer(503, { message: 'busy' }, { 'retry-after': '0' });
const BUILT = answer(201, { unsignedTransaction: 'AAAA' });

/** A client that has a key alone, and the service that answers it. */
async function v1(
  scenes: readonly Responder[],
  requestsPerMinute = 1_000,
  quota = createBottleneckQuota(requestsPerMinute),
) {
  const service = await startScriptedService(...scenes);
  const dialect = dialectFor(networkWith('testnet', 'v1'));
  const options = { baseUrl: service.url, apiKey: KEY, requestsPerMinute, dialect, quota };
  const { fund, steps, reindex, rows, ...client } = createEscrowClient(options);
  if (fund === undefined || steps === undefined || reindex === undefined || rows === undefined) {
    throw new Error('v1 has all four');
  }
  return { asked: service.asked, ...client, fund, steps, reindex, rows };
}

test('sends every request with the key, and no bearer token', async () => {
  const sent = answer(201, { status: 'SUCCESS', message: 'ok' });
  const client = await v1([
    BUILT,
    BUILT,
    sent,
    answer(200, []),
    sent,
    answer(200, [{ address: ESCROW, balance: 30.5 }]),
  ]);
  expect(await client.fund(ORDER)).toEqual({ unsignedTransaction: 'AAAA' });
  expect(await client.steps.build(STEP)).toEqual({ unsignedTransaction: 'AAAA' });
  await client.reindex(HASH);
  expect(await client.rows({ signer: SIGNER })).toEqual([]);
  expect(await client.sendTransaction('AAAA+/=')).toEqual({ kind: 'accepted', detail: 'ok' });
  const { entries } = await client.getBalances({ signer: SIGNER, addresses: [ESCROW] });
  expect(entries).toEqual([{ address: ESCROW, balance: '30.5' }]);
  for (const { headers } of client.asked) {
    expect([headers['x-api-key'], headers.authorization]).toEqual([KEY, undefined]);
  }
  expect(client.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
    'POST /escrow/multi-release/fund-escrow',
    'POST /escrow/multi-release/release-milestone-funds',
    'PUT /indexer/update-from-txhash',
    'GET /helper/get-escrows-by-signer',
    'POST /helper/send-transaction',
    'GET /helper/get-multiple-escrow-balance',
  ]);
});

test('lets what is signed go first, then what people wait for, and reads last, each with time enough', async () => {
  const quota = createBottleneckQuota(1_000);
  const jobs: unknown[] = [];
  const take: typeof quota.take = (job, call) => {
    jobs.push([job.priority, job.needsMs]);
    return quota.take(job, call);
  };
  const sent = answer(200, { status: 'SUCCESS', message: 'ok' });
  const scenes = [BUILT, BUILT, sent, answer(200, []), sent, answer(200, [{ address: ESCROW, balance: 30.5 }]), BUILT];
  const client = await v1(scenes, 1_000, { ...quota, take });
  await client.fund(ORDER);
  await client.steps.build(STEP);
  await client.reindex(HASH);
  await client.rows({ signer: SIGNER });
  await client.sendTransaction('AAAA+/=');
  await client.getBalances({ signer: SIGNER, addresses: [ESCROW] });
  await client.deploy(REQUEST, { asset: { code: 'USDC', issuer: SIGNER } });
  expect(jobs).toEqual([
    [1, 2_000],
    [1, 2_000],
    [2, 1_000],
    [2, 1_000],
    [0, 15_000],
    [2, 1_000],
    [1, 2_000],
  ]);
});

type Client = Awaited<ReturnType<typeof v1>>;
test.each<[string, (client: Client) => Promise<unknown>]>([
  ['fund', ({ fund }) => fund(ORDER)],
  ['steps', ({ steps }) => steps.build(STEP)],
  ['reindex', ({ reindex }) => reindex(HASH)],
  ['rows', ({ rows }) => rows({ signer: SIGNER })],
])(
  'tries %s again where that helps, counts each try, and throws a refusal with its words as data',
  async (kind, call) => {
    const done = kind === 'rows' ? answer(200, []) : answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' });
    const refusal = answer(400, { status: 400, message: 'Escrow already in dispute' });
    const client = await v1([BUSY, done, refusal]);
    await call(client);
    expect(client.metrics().requests).toMatchObject({
      ...{ fund: 0, steps: 0, send: 0, rows: 0, reindex: 0 },
      [kind]: 2,
    });
    await expect(call(client)).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      message: 'The escrow service refused the request (status 400).',
      detail: 'Escrow already in dispute',
    });
    expect(client.asked).toHaveLength(3);
  },
);

test('makes a payment wait for the quota like a deploy, and refuses it where it would come too late', async () => {
  const client = await v1([BUILT], 1);
  await client.fund(ORDER);
  await expect(client.fund(ORDER)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
  expect(client.asked).toHaveLength(1);
});

test('lets the caller of a step give up', async () => {
  const { steps } = await v1([() => {}]);
  await expect(steps.build(STEP, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('reads the rows of many contracts in as many requests as they need, each contract in one of them', async () => {
  const { asked, rows } = await v1([
    (response, received) => {
      const contractIds = new URL(received.url, 'http://service.example').searchParams.getAll('contractIds[]');
      answer(
        200,
        contractIds.map((contractId) => ({ contractId })),
      )(response, received);
    },
  ]);
  expect(await rows({ contractIds: [] })).toEqual([]);
  expect(asked).toEqual([]);
  const contractIds = escrowAddresses(45);
  const found = await rows({ contractIds: [...contractIds, ESCROW] });
  expect(found.map(({ contractId }) => contractId)).toEqual(contractIds);
  expect(asked).toHaveLength(3);
});
