/** Who may call in v1, how often, and what is not there. */
import { networkWith } from '@countersign/core/network';
import { ask, liveBody, liveDeploy, startLiveSandbox } from '@countersign/testkit/ledger/live-client';
import { call } from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, expect, test } from 'vitest';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

const ROUTES = [
  ['POST', '/deployer/multi-release'],
  ['POST', '/deployer/single-release'],
  ['POST', '/escrow/multi-release/fund-escrow'],
  ['POST', '/escrow/single-release/fund-escrow'],
  ['POST', '/helper/send-transaction'],
  ['PUT', '/indexer/update-from-txhash'],
  ['GET', '/helper/get-escrow-by-contract-ids'],
  ['GET', '/helper/get-escrows-by-signer'],
  ['GET', '/helper/get-escrows-by-role'],
  ['GET', '/helper/get-multiple-escrow-balance'],
] as const;

test.each(ROUTES)('%s %s requires the API key', async (method, path) => {
  const answer = async (headers: Record<string, string>) => {
    const { status, text, headers: got } = await call(t.sandbox.url + path, { method, headers });
    return [status, got.get('content-type'), JSON.parse(text)];
  };
  const unauthorized = (code: string) => [
    401,
    'application/problem+json',
    { type: 'about:blank', title: 'Unauthorized', status: 401, code, detail: expect.any(String) },
  ];
  expect(await answer({})).toEqual(unauthorized('AUTH_CREDENTIAL_MISSING'));
  expect(await answer({ Authorization: 'Bearer sandbox-api-key' })).toEqual(unauthorized('AUTH_CREDENTIAL_MISSING'));
  expect(await answer({ 'x-api-key': 'sandbox-api-kex' })).toEqual(unauthorized('AUTH_INVALID_CREDENTIAL'));
});

test.each([
  ['GET', '/deployer/multi-release'],
  ['POST', '/indexer/update-from-txHash'],
  ['POST', '/escrow/single-release/withdraw-remaining-funds'],
  ['GET', '/escrow/single-release/get-multiple-escrow-balance'],
  ['GET', '/'],
] as const)('%s %s is not there', async (method, path) => {
  const { status, json } = await ask(t, method, path);
  expect([status, json]).toEqual([
    404,
    { statusCode: 404, message: 'Resource not found', timestamp: expect.any(String), path },
  ]);
});

test('one limit counts every request of a client', async () => {
  const limited = await startLiveSandbox({ rateLimit: 3 });
  try {
    const statuses = [
      (await liveDeploy(limited, 'multi', '{}')).status,
      (await liveDeploy(limited, 'single', liveBody('single'))).status,
      (await ask(limited, 'GET', '/helper/get-multiple-escrow-balance')).status,
      (await ask(limited, 'GET', '/helper/get-multiple-escrow-balance')).status,
    ];
    expect(statuses).toEqual([400, 201, 200, 429]);
    const { json } = await liveDeploy(limited, 'multi');
    expect(json).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
  } finally {
    await limited.sandbox.close();
  }
});

test('GET /sandbox names the dialect and the pins', async () => {
  const { json } = await call(`${t.sandbox.url}/sandbox`);
  const { dialect, factory, wasmHash, single, feeAddress } = networkWith('sandbox', 'v1');
  expect(json).toMatchObject({ dialect, factory, wasmHash, single, feeAddress, apiKey: 'sandbox-api-key' });
  expect(json.tokens).toEqual([expect.objectContaining({ symbol: 'USDC', issuer: expect.stringMatching(/^G/) })]);
});
