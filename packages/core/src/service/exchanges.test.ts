import { escrowAddress, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
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
