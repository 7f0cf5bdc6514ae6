/** Payments, steps, re-indexing and rows, which not every service has. */
import { escrowAddresses, SIGNER } from '@countersign/testkit/service/requests';
import { answer, html, KEY, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { networkWith } from '../escrow/network.ts';
import { createEscrowClient } from './client.ts';
import { dialectFor } from './index.ts';

const [ESCROW] = escrowAddresses(1) as [string];
const ORDER = { escrow: ESCROW, signer: SIGNER, amount: '900719925474.0992123', release: 'multi' } as const;
const HASH = '9b0fdda7a136ad55e994b4a63e193e6ca4b47ab7f7b420b13ea46a26adacf8e8';
const BUSY = answer(503, { message: 'busy' }, { 'retry-after': '0' });

/** A client that has a key alone, and the service that answers it. */
async function v1(...scenes: readonly Responder[]) {
  const service = await startScriptedService(...scenes);
  const dialect = dialectFor(networkWith('testnet', 'v1'));
  const { fund, steps, reindex, rows, ...client } = createEscrowClient({
    baseUrl: service.url,
    apiKey: KEY,
    requestsPerMinute: 1_000,
    dialect,
  });
  if (fund === undefined || steps === undefined || reindex === undefined || rows === undefined) {
    throw new Error('v1 has all four');
  }
  return { asked: service.asked, ...client, fund, steps, reindex, rows };
}

test('a service of the seed’s interface has none of them', async () => {
  const client = (await startScriptedService()).client();
  expect([client.fund, client.steps, client.reindex, client.rows]).toEqual(Array(4).fill(undefined));
});

test('every request carries the key, and no bearer token', async () => {
  const {
    asked: requests,
    fund,
    reindex,
    rows,
    getBalances,
    sendTransaction,
  } = await v1(
    answer(201, { unsignedTransaction: 'AAAA' }),
    answer(200, { status: 'SUCCESS', message: 'ok' }),
    answer(200, []),
    answer(201, { status: 'SUCCESS', message: 'ok' }),
    answer(200, [{ address: ESCROW, balance: 30.5 }]),
  );
  await fund(ORDER);
  await reindex(HASH);
  await rows({ signer: SIGNER });
  expect(await sendTransaction('AAAA+/=')).toEqual({ kind: 'accepted', detail: 'ok' });
  const { entries } = await getBalances({ signer: SIGNER, addresses: [ESCROW] });
  expect(entries).toEqual([{ address: ESCROW, balance: '30.5' }]);
  for (const { headers } of requests) {
    expect([headers['x-api-key'], headers.authorization]).toEqual([KEY, undefined]);
  }
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    [
      'POST',
      '/escrow/multi-release/fund-escrow',
      `{"contractId":"${ESCROW}","signer":"${SIGNER}","amount":900719925474.0992123}`,
    ],
    ['PUT', '/indexer/update-from-txhash', `{"txHash":"${HASH}"}`],
    ['GET', `/helper/get-escrows-by-signer?signer=${SIGNER}`, ''],
    ['POST', '/helper/send-transaction', '{"signedXdr":"AAAA+/="}'],
    ['GET', `/helper/get-multiple-escrow-balance?addresses[]=${ESCROW}`, ''],
  ]);
});

describe('a payment', () => {
  test('has a path of its own when the escrow is single-release, and returns the transaction', async () => {
    const { asked: requests, fund } = await v1(answer(200, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
    expect(await fund({ ...ORDER, release: 'single' })).toEqual({ unsignedTransaction: 'AAAA' });
    expect(requests[0]?.url).toBe('/escrow/single-release/fund-escrow');
  });

  test('is asked for again where that helps, and is counted', async () => {
    const { fund, metrics } = await v1(BUSY, answer(201, { unsignedTransaction: 'AAAA' }));
    await fund(ORDER);
    expect(metrics().requests).toMatchObject({ fund: 2, send: 0 });
  });

  test('keeps the service’s words as data when it is refused', async () => {
    const { asked: requests, fund } = await v1(answer(400, { status: 400, message: 'Escrow already in dispute' }));
    const error = await fund(ORDER).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_REFUSED', detail: 'Escrow already in dispute' });
    expect((error as Error).message).toBe('The escrow service refused the request (status 400).');
    expect(requests).toHaveLength(1);
  });

  test('reports SIGNER_NOT_FOUND when the account does not exist', async () => {
    const { fund } = await v1(answer(400, { status: 400, message: `Account not found: ${SIGNER}` }));
    await expect(fund(ORDER)).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
  });

  test('waits for the quota like a deploy, and is refused where it would come too late', async () => {
    const service = await startScriptedService(answer(201, { unsignedTransaction: 'AAAA' }));
    const client = service.client({ requestsPerMinute: 1, dialect: dialectFor(networkWith('testnet', 'v1')) });
    await client.fund?.(ORDER);
    await expect(client.fund?.(ORDER)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: expect.any(Number),
    });
    expect(service.asked).toHaveLength(1);
  });
});

describe('a step', () => {
  const STEP = { act: 'release', escrow: ESCROW, signer: SIGNER, release: 'multi', index: 1 } as const;

  test('is built with one request, asked for again where that helps, and counted', async () => {
    const { asked: requests, steps, metrics } = await v1(BUSY, answer(201, { unsignedTransaction: 'AAAA' }));
    expect(await steps.build(STEP)).toEqual({ unsignedTransaction: 'AAAA' });
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({
      method: 'POST',
      url: '/escrow/multi-release/release-milestone-funds',
      body: `{"contractId":"${ESCROW}","releaseSigner":"${SIGNER}","milestoneIndex":"1"}`,
    });
    expect(metrics().requests).toMatchObject({ steps: 2, fund: 0, send: 0 });
  });

  test('keeps the service’s words as data when it is refused', async () => {
    const { steps } = await v1(answer(400, { status: 400, message: 'Escrow already in dispute' }));
    const error = await steps.build(STEP).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_REFUSED', detail: 'Escrow already in dispute' });
    expect((error as Error).message).not.toContain('dispute');
  });

  test('is refused when the account does not exist', async () => {
    const { steps } = await v1(answer(400, { status: 400, message: `Account not found: ${SIGNER}` }));
    await expect(steps.build(STEP)).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
  });

  test('can be given up', async () => {
    const { steps } = await v1(() => {});
    await expect(steps.build(STEP, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('re-indexing', () => {
  test.each<[string, Responder, string]>([
    ['a refusal', answer(400, { status: 'FAILED', message: 'Transaction not found' }), 'SERVICE_REFUSED'],
    ['a success that is none', answer(200, { status: 'FAILED', message: 'no' }), 'SERVICE_REPLY_UNREADABLE'],
    ['a page', html(200), 'SERVICE_REPLY_UNREADABLE'],
    ['an unknown path', answer(404, { message: 'Resource not found' }), 'SERVICE_REPLY_UNREADABLE'],
  ])('throws on %s', async (_, scene, code) => {
    await expect((await v1(scene)).reindex(HASH)).rejects.toMatchObject({ code });
  });

  test('is asked for again where that helps', async () => {
    const { asked: requests, reindex } = await v1(BUSY, answer(200, { status: 'SUCCESS' }));
    await reindex(HASH);
    expect(requests).toHaveLength(2);
  });
});

describe('rows', () => {
  const rowsOf: Responder = (response, received) => {
    const { searchParams } = new URL(received.url, 'http://service.example');
    answer(
      200,
      searchParams.getAll('contractIds[]').map((contractId) => ({ contractId })),
    )(response, received);
  };

  test('ask for one contract as a list that is compared with the chain', async () => {
    const { asked: requests, rows } = await v1(rowsOf);
    expect(await rows({ contractIds: [ESCROW] })).toEqual([{ contractId: ESCROW }]);
    expect(requests[0]?.url).toBe(`/helper/get-escrow-by-contract-ids?contractIds[]=${ESCROW}&validateOnChain=true`);
  });

  test('take as many requests as many contracts need, each contract in one of them', async () => {
    const { asked: requests, rows } = await v1(rowsOf);
    const contractIds = escrowAddresses(45);
    const found = await rows({ contractIds: [...contractIds, ESCROW] });
    expect(found.map(({ contractId }) => contractId)).toEqual(contractIds);
    expect(requests).toHaveLength(3);
  });

  test('make no request when there is no contract', async () => {
    const { asked: requests, rows } = await v1(rowsOf);
    expect(await rows({ contractIds: [] })).toEqual([]);
    expect(requests).toEqual([]);
  });

  test('name a role in camelCase', async () => {
    const { asked: requests, rows } = await v1(answer(200, []));
    await rows({ role: 'platformAddress', address: SIGNER });
    expect(requests[0]?.url).toBe(`/helper/get-escrows-by-role?role=platformAddress&roleAddress=${SIGNER}`);
  });
});
