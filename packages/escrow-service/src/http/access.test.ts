/** Who may call, how often and how much, and what a stranger’s request cannot do. */
import { ask, liveBody, liveDeploy, startLiveSandbox } from '@countersign/testkit/ledger/live-client';
import {
  balances,
  call,
  deploy,
  deployBody,
  post,
  read,
  send,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { bareRequestTo } from '@countersign/testkit/mcp/http-request';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const SEND = '/helper/send-transaction';
const t = await startTestSandbox();
const v1 = await startLiveSandbox();
afterAll(() => Promise.all([t.sandbox.close(), v1.sandbox.close()]));

describe('credentials', () => {
  test.each([
    ['the token and more', { Authorization: 'Bearer sandbox-access-token more' }],
    ['the API key instead', { 'x-api-key': 'sandbox-api-key' }],
    ['the API key as bearer', { Authorization: 'Bearer sandbox-api-key' }],
  ])('the seed’s deploy and send answer 401 to %s', async (_, headers) => {
    for (const path of ['/deployer/multi-release', SEND]) {
      const reply = await call(t.sandbox.url + path, { method: 'POST', headers, body: '{}' });
      expect(reply).toMatchObject({ status: 401, json: { message: 'Unauthorized' } });
    }
  });

  test.each([
    ['POST', '/deployer/multi-release'],
    ['POST', '/deployer/single-release'],
    ['POST', '/escrow/multi-release/fund-escrow'],
    ['POST', '/escrow/single-release/fund-escrow'],
    ['POST', SEND],
    ['PUT', '/indexer/update-from-txhash'],
    ['GET', '/helper/get-escrow-by-contract-ids'],
    ['GET', '/helper/get-escrows-by-signer'],
    ['GET', '/helper/get-escrows-by-role'],
    ['GET', '/helper/get-multiple-escrow-balance'],
  ] as const)('v1 requires the API key for %s %s', async (method, path) => {
    const refusal = async (headers: Record<string, string>) => {
      const { status, text, headers: got } = await call(v1.sandbox.url + path, { method, headers });
      return [status, got.get('content-type'), JSON.parse(text).code];
    };
    const refused = (code: string) => [401, 'application/problem+json', code];
    const bearer = { Authorization: 'Bearer sandbox-api-key' };
    expect(await refusal(bearer)).toEqual(refused('AUTH_CREDENTIAL_MISSING'));
    expect(await refusal({ 'x-api-key': 'sandbox-api-kex' })).toEqual(refused('AUTH_INVALID_CREDENTIAL'));
  });
});

test('answers 429 after the quota, separately for each credential, until the window has slid', async () => {
  const limited = await startTestSandbox({ rateLimit: 3 });
  try {
    const statuses = async (count: number, one: () => Promise<{ status: number }>) => {
      const list: number[] = [];
      for (let index = 0; index < count; index++) list.push((await one()).status);
      return list;
    };
    const read = () => balances(limited, '');
    expect(await statuses(4, read)).toEqual([400, 400, 400, 429]);
    expect((await read()).json).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
    expect((await deploy(limited, '{}')).status).toBe(400);
    expect((await send(limited, 'AAAA')).status).toBe(400);
    expect((await deploy(limited)).status).toBe(201);
    expect((await send(limited, 'AAAA')).status).toBe(429);
    limited.clock.now += 59_999;
    expect((await read()).status).toBe(429);
    limited.clock.now += 1;
    expect(await statuses(4, read)).toEqual([400, 400, 400, 429]);
    // A request without credentials costs the client nothing.
    const url = `${limited.sandbox.url}/escrow/single-release/get-multiple-escrow-balance`;
    expect((await call(url)).status).toBe(401);
  } finally {
    await limited.sandbox.close();
  }
});

test('one limit counts every request of a client of v1', async () => {
  const limited = await startLiveSandbox({ rateLimit: 3 });
  try {
    const statuses = [
      (await liveDeploy(limited, 'multi', '{}')).status,
      (await liveDeploy(limited, 'single', liveBody('single'))).status,
      (await ask(limited, 'GET', '/helper/get-multiple-escrow-balance')).status,
      (await ask(limited, 'GET', '/helper/get-multiple-escrow-balance')).status,
    ];
    expect(statuses).toEqual([400, 201, 200, 429]);
  } finally {
    await limited.sandbox.close();
  }
});

test('refuses a secret seed anywhere in a request, and does not repeat it', async () => {
  const seed = Keypair.random().secret();
  for (const { status, text } of [
    await deploy(t, deployBody({ title: `my key ${seed}` })),
    await deploy(t, deployBody({ signer: seed })),
    await deploy(t, deployBody({ [seed]: 1 })),
    await send(t, seed),
    await ask(v1, 'GET', `/helper/get-escrows-by-signer?signer=${seed}`),
    await ask(v1, 'GET', `/helper/get-escrows-by-signer?${seed}=1`),
  ]) {
    expect(status).toBe(400);
    expect(text).not.toContain(seed);
  }
});

test('refuses a body with too many fields or that is nested too deep', async () => {
  const many = await post(t, SEND, { signedXdr: 'AAAA', more: Array.from({ length: 2_000 }, () => 0) });
  expect([many.status, many.json.message]).toEqual([400, [expect.stringContaining('at most 1,000 fields')]]);
  const nested = await liveDeploy(v1, 'multi', `{"title":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
  expect(nested.status).toBe(400);
});

test('refuses pages of other origins and names that are not of this machine, while the ledger’s RPC is open', async () => {
  /** fetch does not let a caller set Host, so this one speaks plain HTTP. */
  const statusWith = async (headers: Record<string, string>) =>
    (await bareRequestTo(`${t.sandbox.url}/healthz`, { headers })).status;
  expect(await statusWith({ Origin: t.sandbox.url })).toBe(200);
  for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }, { Host: 'evil.example' }]) {
    expect(await statusWith(headers as Record<string, string>)).toBe(403);
  }
  const reply = await call(t.sandbox.rpcUrl, {
    method: 'POST',
    headers: { Origin: 'https://lab.stellar.org', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getNetwork' }),
  });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

test('the Date header is the clock that time bounds are made with', async () => {
  const { headers, json } = await deploy(t);
  expect(Date.parse(headers.get('date') as string)).toBe(Math.floor(t.clock.now / 1000) * 1000);
  expect(Number(read(json.unsignedTransaction).timeBounds?.maxTime)).toBe(Math.floor(t.clock.now / 1000) + 100);
});
