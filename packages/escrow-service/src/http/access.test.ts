/** Who may call, how often and how much, and what a stranger's request cannot do. */

import {
  balances,
  call,
  deploy,
  deployBody,
  read,
  send,
  startTestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { bareRequestTo } from '@countersign/testkit/mcp/http-request';
import { afterAll, describe, expect, test } from 'vitest';

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';
const BALANCES = '/escrow/single-release/get-multiple-escrow-balance';
const UNAUTHORIZED = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' };

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

describe('credentials', () => {
  const json = { 'Content-Type': 'application/json' };
  test.each([
    ['none', {}],
    ['another token', { Authorization: 'Bearer sandbox-access-tokex' }],
    ['the token without Bearer', { Authorization: 'sandbox-access-token' }],
    ['the token and more', { Authorization: 'Bearer sandbox-access-token more' }],
    ['the API key instead', { 'x-api-key': 'sandbox-api-key' }],
    ['the API key as bearer', { Authorization: 'Bearer sandbox-api-key' }],
  ])('deploy and send answer 401 to %s', async (_, headers) => {
    for (const path of [DEPLOY, SEND]) {
      const reply = await call(t.sandbox.url + path, { method: 'POST', headers: { ...json, ...headers }, body: '{}' });
      expect(reply).toMatchObject({ status: 401, json: UNAUTHORIZED });
    }
  });

  test.each([
    ['none', {}],
    ['another key', { 'x-api-key': 'sandbox-api-kex' }],
    ['an empty key', { 'x-api-key': '' }],
    ['the token instead', { Authorization: 'Bearer sandbox-access-token' }],
  ])('balances answer 401 to %s', async (_, headers) => {
    const reply = await call(`${t.sandbox.url}${BALANCES}?signer=x`, { headers: { ...json, ...headers } });
    expect(reply).toMatchObject({ status: 401, json: UNAUTHORIZED });
  });
});

describe('limits and strangers', () => {
  test('answers 429 after the quota, separately for each credential, until the window has slid', async () => {
    const limited = await startTestSandbox({ rateLimit: 3 });
    try {
      const statuses = async (count: number, one: () => Promise<{ status: number }>) => {
        const list: number[] = [];
        for (let index = 0; index < count; index++) list.push((await one()).status);
        return list;
      };
      const ask = () => balances(limited, '');
      expect(await statuses(4, ask)).toEqual([400, 400, 400, 429]);
      expect((await ask()).json).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
      expect((await deploy(limited, '{}')).status).toBe(400);
      expect((await send(limited, 'AAAA')).status).toBe(400);
      expect((await deploy(limited)).status).toBe(201);
      expect((await send(limited, 'AAAA')).status).toBe(429);
      limited.clock.now += 59_999;
      expect((await ask()).status).toBe(429);
      limited.clock.now += 1;
      expect(await statuses(4, ask)).toEqual([400, 400, 400, 429]);
      // What is refused for want of credentials costs the client nothing.
      expect((await call(`${limited.sandbox.url}${BALANCES}`)).status).toBe(401);
    } finally {
      await limited.sandbox.close();
    }
  });

  test('accepts a body of 256 kB and refuses one byte more', async () => {
    const padded = (size: number) => {
      const body = JSON.stringify(deployBody({ padding: '' }));
      return body.replace('"padding":""', `"padding":"${'x'.repeat(size - body.length)}"`);
    };
    expect((await deploy(t, padded(262_144))).status).toBe(400);
    expect((await deploy(t, padded(262_145))).status).toBe(413);
  });

  test.each([
    ['GET', DEPLOY, 405],
    ['PUT', SEND, 405],
    ['POST', BALANCES, 405],
    ['DELETE', '/sandbox', 405],
    ['GET', '/', 404],
    ['GET', '/deployer/single-release', 404],
    ['POST', `${DEPLOY}/`, 404],
  ])('%s %s answers %i as JSON', async (method, path, status) => {
    const reply = await call(t.sandbox.url + path, { method });
    expect(reply).toMatchObject({ status, json: { statusCode: status } });
    if (status === 405) expect(reply.headers.get('allow')).toMatch(/^(GET|POST)$/);
  });

  /** fetch does not let a caller set Host, so this one speaks plain HTTP. */
  const withHeaders = async (headers: Record<string, string>, base = t.sandbox.url) =>
    (await bareRequestTo(`${base}/healthz`, { headers })).status;

  test('answers only requests with a loopback host name', async () => {
    const { port } = new URL(t.sandbox.url);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect(await withHeaders({ Host: host })).toBe(200);
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil:${port}`,
    ]) {
      expect(await withHeaders({ Host: host })).toBe(403);
    }
  });

  test('refuses pages of other origins, while the ledger’s RPC is open to them', async () => {
    expect(await withHeaders({ Origin: t.sandbox.url })).toBe(200);
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      expect(await withHeaders({ Origin: origin })).toBe(403);
    }
    const reply = await call(t.sandbox.rpcUrl, {
      method: 'POST',
      headers: { Origin: 'https://lab.stellar.org', 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getNetwork' }),
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('the Date header is the clock that time bounds are made with', async () => {
    const { headers, json } = await deploy(t);
    expect(Date.parse(headers.get('date') as string)).toBe(Math.floor(t.clock.now / 1000) * 1000);
    expect(Number(read(json.unsignedTransaction).timeBounds?.maxTime)).toBe(Math.floor(t.clock.now / 1000) + 100);
  });
});
