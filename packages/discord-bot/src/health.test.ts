import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveHealth } from './health.ts';

const storeAnswers = async () => true;
const unasked = () => ({ lastAnswerAt: undefined, unansweredSince: undefined });

test.each([
  ['nothing', ''],
  ['half a request', 'GET /healthz HTTP/1.1\r\nHost: 127'],
])('a connection that sends %s does not delay the end', async (_, sent) => {
  const health = await serveHealth(0, {
    isReady: () => true,
    storeAnswers,
    ledgerAnswers: storeAnswers,
    metrics: unasked,
  });
  const socket = connect(Number(new URL(health.url).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  // Once another connection is answered, the server has seen this one.
  await (await fetch(health.url)).text();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closing = health.close();
  await vi.advanceTimersByTimeAsync(1_500);
  await closing;
});

test('readyz follows Discord, the store, Stellar RPC and the last answer of the service; livez follows none', async () => {
  let isReady = true;
  let hasStore = true;
  let hasLedger = true;
  let metrics: { lastAnswerAt: number | undefined; unansweredSince: number | undefined } = unasked();
  const health = await serveHealth(0, {
    isReady: () => isReady,
    storeAnswers: async () => hasStore,
    ledgerAnswers: async () => hasLedger,
    metrics: () => metrics,
  });
  onTestFinished(() => health.close());
  const ask = async (path: string) => {
    const response = await fetch(health.url.replace('healthz', path));
    return [response.status, await response.json()];
  };
  expect(await ask('readyz')).toEqual([200, expect.objectContaining({ service: 'not asked yet' })]);
  metrics = { lastAnswerAt: Date.now() - 5_500, unansweredSince: undefined };
  expect(await ask('readyz')).toEqual([200, expect.objectContaining({ service: 'answers', lastAnswerSecondsAgo: 5 })]);
  hasStore = false;
  expect(await ask('readyz')).toEqual([503, expect.objectContaining({ store: 'does not answer' })]);
  expect((await ask('healthz'))[0]).toBe(200);
  hasStore = true;
  hasLedger = false;
  expect(await ask('readyz')).toEqual([503, expect.objectContaining({ ledger: 'does not answer' })]);
  hasLedger = true;
  metrics = { lastAnswerAt: Date.now() - 5_500, unansweredSince: Date.now() };
  expect(await ask('readyz')).toEqual([503, expect.objectContaining({ service: 'does not answer' })]);
  isReady = false;
  metrics = unasked();
  expect(await ask('readyz')).toEqual([503, expect.objectContaining({ discord: 'not connected' })]);
  expect((await ask('healthz'))[0]).toBe(503);
  expect(await ask('livez')).toEqual([200, { status: 'alive' }]);
});

test('on a chosen address other names are answered; on loopback they are not', async () => {
  const statusOf = async (host: string | undefined) => {
    const health = await serveHealth(
      0,
      { isReady: () => true, storeAnswers, ledgerAnswers: storeAnswers, metrics: unasked },
      host,
    );
    onTestFinished(() => health.close());
    const { port } = new URL(health.url);
    return await new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/livez', headers: { host: 'bot.example' } }, (response) => {
        resolve(response.resume().statusCode);
      }).once('error', reject);
    });
  };
  expect(await statusOf(undefined)).toBe(404);
  expect(await statusOf('0.0.0.0')).toBe(200);
});
