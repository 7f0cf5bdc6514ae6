/** What a client records: each exchange with the calls that shared it, its counts, and what a call costs of the quota. */
import { escrowAddress, escrowAddresses, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import {
  answer,
  html,
  KEY,
  type Responder,
  startScriptedService,
  TOKEN,
  wallets,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { metricsLine } from './escrow-service.ts';
import type { ServiceExchange } from './exchanges.ts';

const DEPLOYED = answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' });

async function watched(...scenes: readonly Responder[]) {
  const service = await startScriptedService(...scenes);
  const exchanges: ServiceExchange[] = [];
  const lines: object[] = [];
  const log = (level: string, message: string, fields: object = {}) => void lines.push({ level, message, ...fields });
  const client = service.client({ onExchange: (exchange) => exchanges.push(exchange), log });
  return { client, exchanges, lines };
}

test('records each attempt with its result and the id of its call', async () => {
  const { client, exchanges, lines } = await watched(answer(429, {}, { 'retry-after': '0' }), html(503), DEPLOYED);
  await client.deploy(REQUEST, { callId: 'call-1' });
  expect(exchanges.map(({ kind, outcome, status, calls }) => [kind, outcome, status, calls])).toEqual([
    ['deploy', 'too-many', 429, ['call-1']],
    ['deploy', 'failed', 503, ['call-1']],
    ['deploy', 'ok', 201, ['call-1']],
  ]);
  for (const { ms, waitedMs } of exchanges) expect(Math.min(ms, waitedMs)).toBeGreaterThanOrEqual(0);
  const requests = lines.filter((line) => 'call' in line);
  expect(requests).toHaveLength(3);
  expect(requests[2]).toMatchObject({ level: 'info', kind: 'deploy', outcome: 'ok', status: 201, call: 'call-1' });
  for (const secret of [TOKEN, KEY, SIGNER, 'AAAA']) expect(JSON.stringify([exchanges, lines])).not.toContain(secret);
});

test('records both ids when two calls share a request', async () => {
  const { client, exchanges } = await watched(DEPLOYED);
  await Promise.all(['one', 'other'].map((callId) => client.deploy(REQUEST, { callId })));
  expect(exchanges.map(({ calls }) => calls)).toEqual([['one', 'other']]);
});

test('balances name every call that wanted an address', async () => {
  const { client, exchanges } = await watched(wallets());
  const ask = (callId: string, which: number) =>
    client.getBalances({ signer: SIGNER, addresses: [escrowAddress(which)] }, { callId });
  await Promise.all([ask('one', 1), ask('other', 2)]);
  expect(new Set(exchanges.flatMap(({ calls }) => calls))).toEqual(new Set(['one', 'other']));
});

test('counts what the client did, without anything of a request', async () => {
  const service = await startScriptedService(answer(429, {}, { 'retry-after': '0' }), html(503), DEPLOYED, wallets());
  const client = service.client({ requestsPerMinute: 5 });
  await client.deploy(REQUEST);
  const query = { signer: SIGNER, addresses: [escrowAddress(1)] };
  await client.getBalances(query);
  await client.sendTransaction('AAAA');
  const refused = client.getBalances({ signer: SIGNER, addresses: [escrowAddress(2)] });
  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  const metrics = client.metrics();
  expect(metrics).toEqual({
    quota: 5,
    tokensLeft: 0,
    pausedForMs: 0,
    waiting: 0,
    refusals: 1,
    requests: { send: 1, deploy: 3, fund: 0, steps: 0, balances: 1, rows: 0, reindex: 0 },
    tooManyRequests: 1,
    lastAnswerAt: expect.any(Number),
    unansweredSince: undefined,
  });
  const line = metricsLine(metrics);
  expect(line).toBe(
    'Requests: 1 sends, 3 deploys, 0 payments, 0 steps, 1 balance reads, 0 others; 0 of 5 left for now. ' +
      'Refused for the quota: 1 here, 1 by the service.',
  );
  for (const secret of [TOKEN, KEY, SIGNER]) expect(JSON.stringify(metrics) + line).not.toContain(secret);
});

const BUSY = answer(503, { message: 'busy' }, { 'retry-after': '0' });

/** Adds up the requests that one caller is charged for. */
function counter() {
  const cost = { requests: 0 };
  const onRequest = (share: number) => {
    cost.requests += share;
  };
  return { cost, onRequest };
}

test('reports each request of a call, including retries', async () => {
  const service = await startScriptedService(BUSY, BUSY, DEPLOYED, answer(200, { status: 'SUCCESS' }));
  const client = service.client();
  const deploy = counter();
  await client.deploy(REQUEST, deploy);
  expect(deploy.cost.requests).toBe(3);
  const send = counter();
  await client.sendTransaction('AAAA', send);
  expect(send.cost.requests).toBe(1);
});

test('callers that share a request share its cost', async () => {
  const service = await startScriptedService(wallets());
  const client = service.client();
  const counters = [counter(), counter(), counter(), counter()];
  const [a, b] = escrowAddresses(2) as [string, string];
  await Promise.all(
    counters.map((each, index) => client.getBalances({ signer: SIGNER, addresses: [index < 2 ? a : b] }, each)),
  );
  expect(service.asked).toHaveLength(1);
  expect(counters.map(({ cost }) => cost.requests)).toEqual([0.25, 0.25, 0.25, 0.25]);
  const alone = counter();
  await client.getBalances({ signer: SIGNER, addresses: [a] }, alone);
  expect(alone.cost.requests).toBe(1);
});

test('the same deploy, asked for twice at once, costs each half a request', async () => {
  const client = (await startScriptedService(DEPLOYED)).client();
  const counters = [counter(), counter()];
  await Promise.all(counters.map((each) => client.deploy(REQUEST, each)));
  expect(counters.map(({ cost }) => cost.requests).reduce((sum, each) => sum + each)).toBe(1);
});

test('a read with bad addresses takes no more requests than announced', async () => {
  for (const count of [1, 2, 3, 4, 5, 6, 11, 19, 20, 21, 45]) {
    const addresses = escrowAddresses(count);
    for (const culprits of [addresses, addresses.slice(-1), addresses.filter((_, index) => index % 2 === 0)]) {
      const service = await startScriptedService(wallets(culprits));
      const { cost, onRequest } = counter();
      const client = service.client();
      await client.getBalances({ signer: SIGNER, addresses }, { onRequest });
      expect(cost.requests).toBe(service.asked.length);
      expect(cost.requests).toBeLessThanOrEqual(client.mostBalanceRequests(count));
    }
  }
  const { mostBalanceRequests } = (await startScriptedService()).client();
  expect([0, 1, 2, 20, 21, 40].map(mostBalanceRequests)).toEqual([1, 1, 3, 11, 22, 22]);
});
