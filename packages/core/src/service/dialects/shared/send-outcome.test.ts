/** A send is tried once, and whatever came of it counts as unknown unless the service certainly did not send it. */
import {
  answer,
  deadUrl,
  html,
  type Responder,
  reset,
  silence,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { ENGLISH } from '../../../words/all.ts';

/** The outcome, or the error that was thrown; and how often the service was asked. */
async function send(scene: Responder, deadlineMs = 300) {
  const service = await startScriptedService(scene);
  const result = await service
    .client()
    .sendTransaction('AAAA', { deadline: Date.now() + deadlineMs })
    .catch((error: unknown) => ({ kind: 'thrown', error }) as const);
  return { result, tries: service.asked.length };
}

const breaksOff: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"status":"SUCCESS"', () => response.destroy());
};
const neverEnds: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"status":"SUCCESS",');
};

test.each<[string, Responder]>([
  ['a 2xx of another status', answer(200, { status: 'PENDING' })],
  ['a 500 that reports a failure', answer(500, { status: 'FAILED', message: 'sendTransaction failed: txBadSeq' })],
  ['a 503 with Retry-After', answer(503, {}, { 'retry-after': '0' })],
  ['a 504', html(504)],
  ['a reset', reset],
  ['a reply that breaks off', breaksOff],
  ['silence', silence],
  ['a reply that never ends', neverEnds],
])('%s is unknown, and is not tried again', async (_, scene) => {
  const { result, tries } = await send(scene);
  expect(result.kind === 'unknown' && ENGLISH.becauseText(result.because)).toMatch(/\.$/);
  expect(tries).toBe(1);
});

test.each<[number, unknown]>([
  [400, { extras: { result_codes: { transaction: 'tx_failed', operations: ['op_bad_auth'] } } }],
  [500, { message: 'Website (tx_failed)' }],
  [422, { message: 'tx_insufficient_balance' }],
  [400, { message: 'HostError: Error(Contract, #3)' }],
  [401, { message: 'tx_bad_auth' }],
])('proves nothing by the service’s text of a refusal (%i %j)', async (status, body) => {
  const { result } = await send(answer(status, body), 5_000);
  if (result.kind !== 'unknown') throw new Error('it is unknown');
  const because = ENGLISH.becauseText(result.because);
  expect(because).toMatch(/may have reached the ledger/);
  expect(because).not.toMatch(/tx_?[a-z]|Website|HostError/i);
  expect(result.detail ?? '').not.toBe('');
});

test('reports to a caller who cancels after it left that it may have arrived', async () => {
  const controller = new AbortController();
  const service = await startScriptedService(() => controller.abort());
  const outcome = await service.client().sendTransaction('AAAA', { signal: controller.signal });
  expect(outcome).toMatchObject({ kind: 'unknown', because: { code: 'CANCELLED' } });
  expect(outcome.kind === 'unknown' && ENGLISH.becauseText(outcome.because)).toBe(
    'The call was cancelled. The transaction may have reached the ledger all the same.',
  );
});

test('throws when nothing was sent: no connection, or a call that was cancelled before', async () => {
  const service = await startScriptedService(answer(200, { status: 'SUCCESS' }));
  const unreachable = service.client({ baseUrl: await deadUrl() });
  await expect(unreachable.sendTransaction('AAAA')).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    message: 'The escrow service could not be reached. Nothing was sent.',
  });
  const cancelled = service.client().sendTransaction('AAAA', { signal: AbortSignal.abort() });
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(service.asked).toEqual([]);
});
