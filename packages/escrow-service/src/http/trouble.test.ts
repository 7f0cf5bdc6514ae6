/** The service before a network that is slow, busy, gone or talks nonsense: what a client must be able to tell apart. */
import { NETWORKS } from '@countersign/core/network';
import { type Listening, listen } from '@countersign/local-http/internal/listen';
import {
  address,
  balances,
  deploy,
  deployEscrow,
  send,
  sign,
  startTestSandbox,
  type TestSandbox,
} from '@countersign/testkit/ledger/sandbox-client';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectNetwork, type Patience } from '../contract/call.ts';
import { serviceApp } from './app.ts';

const PATIENCE: Patience = { answerMs: 5_000, readMs: 10_000, sendMs: 10_000, pausesMs: [10, 20], pollMs: 10 };

let t: TestSandbox;
let proxy: Listening;
let service: Listening;
/** Replies instead of the ledger's, by method, in turn. */
let instead: Record<string, (() => object | Response)[]>;
let asked: string[];

const ledger = await startTestSandbox();
afterAll(() => ledger.sandbox.close());

/** The service on an RPC that passes everything on to the ledger but what a test puts in its place. */
beforeEach(async () => {
  instead = {};
  asked = [];
  const app = new Hono();
  app.post('/rpc', async (c) => {
    const body = await c.req.text();
    const { method } = JSON.parse(body);
    asked.push(method);
    const reply = instead[method]?.shift()?.();
    if (reply instanceof Response) return reply;
    if (reply !== undefined) return c.json({ jsonrpc: '2.0', id: 1, ...reply });
    return fetch(ledger.sandbox.rpcUrl, { method: 'POST', body });
  });
  proxy = await listen(app, 0);
  const network = connectNetwork(
    NETWORKS.sandbox,
    `http://127.0.0.1:${proxy.port}/rpc`,
    () => ledger.clock.now,
    PATIENCE,
  );
  const { accessToken, apiKey } = ledger.sandbox;
  service = await listen(serviceApp({ network, accessToken, apiKey, rateLimit: 0 }), 0);
  t = { ...ledger, sandbox: { ...ledger.sandbox, url: `http://127.0.0.1:${service.port}` } };
});
afterEach(async () => {
  await service.close();
  await proxy.close();
});

/** Lasting trouble: at each try that the service makes. */
const always = (reply: () => object | Response) => Array.from({ length: 1 + PATIENCE.pausesMs.length }, () => reply);

const failed = (message: string) => ({
  status: 500,
  json: { status: 'FAILED', message: expect.stringContaining(message) },
});

test('while the network is down, every route answers 500 FAILED and never “account not found”', async () => {
  const signed = sign((await deploy(t)).json.unsignedTransaction, 'client');
  await proxy.close();
  for (const reply of [
    await deploy(t),
    await send(t, signed),
    await balances(t, `signer=${address('client')}&addresses=${NETWORKS.sandbox.factory}`),
  ]) {
    expect(reply).toMatchObject(failed('could not be reached'));
  }
});

const TROUBLE: [string, () => object | Response][] = [
  ['an error', () => ({ error: { code: -32603, message: 'internal error' } })],
  ['a proxy’s page', () => new Response('<html>bad gateway</html>', { status: 502 })],
];

test.each([...TROUBLE, ['nonsense', () => ({ result: { entries: [{ key: 'AAAA', xdr: '####' }] } })] as const])(
  'a network that goes on answering %s: 500 FAILED',
  async (_, reply) => {
    instead = { getLedgerEntries: always(reply) };
    expect(await deploy(t)).toMatchObject(failed('could not be reached'));
  },
);

test.each(TROUBLE)('a network that answered %s once is asked again', async (_, reply) => {
  instead = { getLedgerEntries: [reply], simulateTransaction: [reply, reply] };
  expect((await deploy(t)).status).toBe(201);
  expect(asked).toHaveLength(6);
});

describe('send', () => {
  const signed = async () => sign((await deploy(t)).json.unsignedTransaction, 'client');

  test('waits until the network knows the outcome', async () => {
    const xdr = await signed();
    instead = { getTransaction: [() => ({ result: { status: 'NOT_FOUND' } })] };
    expect((await send(t, xdr)).json.status).toBe('SUCCESS');
    expect(asked.filter((method) => method === 'getTransaction')).toHaveLength(2);
  });

  test('a busy network gives 500, and the same XDR can be sent later', async () => {
    const xdr = await signed();
    instead = {
      sendTransaction: always(() => ({ result: { status: 'TRY_AGAIN_LATER', hash: '00' } })),
      getTransaction: [() => ({ result: { status: 'NOT_FOUND' } })],
    };
    expect(await send(t, xdr)).toMatchObject(failed('busy'));
    expect((await send(t, xdr)).json.status).toBe('SUCCESS');
  });

  test('waits through RPC failures after the transaction was accepted', async () => {
    instead = { getTransaction: always(() => new Response('', { status: 503 })) };
    expect((await send(t, await signed())).json.status).toBe('SUCCESS');
  });

  test('is sent exactly once', async () => {
    await send(t, await signed());
    expect(asked.filter((method) => method === 'sendTransaction')).toHaveLength(1);
  });
});

test('a deploy reads and simulates, and sends nothing', async () => {
  await deploy(t);
  expect(asked.sort()).toEqual(['getFeeStats', 'getLedgerEntries', 'simulateTransaction']);
});

test('20 balances take two requests', async () => {
  const escrow = await deployEscrow(t);
  asked = [];
  const query = Array.from({ length: 20 }, () => `addresses[]=${escrow}`).join('&');
  expect((await balances(t, `signer=${address('client')}&${query}`)).json).toHaveLength(20);
  expect(asked).toEqual(['getLedgerEntries', 'getLedgerEntries']);
});
