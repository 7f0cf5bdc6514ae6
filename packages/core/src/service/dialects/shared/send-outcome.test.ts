import {
  answer,
  deadUrl,
  html,
  KEY,
  type Responder,
  reset,
  silence,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../../words/all.ts';
import { createEscrowClient } from '../../client.ts';

/** The outcome, or the error that was thrown; and how often the service was asked. */
async function send(scene: Responder, deadlineMs = 5_000) {
  const service = await startScriptedService(scene);
  const result = await service
    .client()
    .sendTransaction('AAAA', { deadline: Date.now() + deadlineMs })
    .catch((error: unknown) => ({ kind: 'thrown', error }) as const);
  return { result, tries: service.asked.length };
}

describe('accepted', () => {
  test('a deploy’s reply is given on, unknown fields of the escrow included', async () => {
    const escrow = { engagementId: 'E', flags: { approved: false }, new: [1], amount: 10.5 };
    const { result } = await send(
      answer(200, { status: 'SUCCESS', message: 'Sent', contractId: 'C1', escrow, more: 1 }),
    );
    expect(result).toEqual({
      kind: 'accepted',
      detail: 'Sent',
      contractId: 'C1',
      escrow,
    });
  });

  test('amounts of the escrow keep every digit', async () => {
    const { result } = await send(
      answer(200, '{"status":"SUCCESS","escrow":{"a":900719925474.0992123,"b":10.50,"c":1e2}}'),
    );
    expect(result).toMatchObject({ escrow: { a: '900719925474.0992123', b: 10.5, c: 100 } });
  });

  test('odd extras do not spoil a success', async () => {
    const { result } = await send(answer(200, { status: 'SUCCESS', message: 7, contractId: null, escrow: 'none' }));
    expect(result).toEqual({ kind: 'accepted' });
  });

  test.each([200, 201, 202])('any 2xx (%i) will do', async (status) => {
    expect((await send(answer(status, { status: 'SUCCESS' }))).result.kind).toBe('accepted');
  });
});

describe('proves nothing by the service’s text of a refusal', () => {
  test.each<[number, unknown]>([
    [400, { message: 'tx_bad_seq' }],
    [500, { status: 'FAILED', message: 'sendTransaction failed: txBadSeq' }],
    [400, { message: ['Transaction failed', 'txTooLate'] }],
    [400, { extras: { result_codes: { transaction: 'tx_bad_auth' } } }],
    [400, { extras: { result_codes: { transaction: 'tx_failed', operations: ['op_bad_auth'] } } }],
    [500, { error: 'txBadAuthExtra' }],
    [500, { message: 'Website (tx_failed)' }],
    [422, { message: 'tx_insufficient_balance' }],
    [400, { message: 'HostError: Error(Contract, #3)' }],
    [500, { status: 'FAILED', message: 'Escrow already initialized' }],
    [400, { message: 'Amount cannot be zero' }],
    [400, { message: ['Too many milestones'] }],
    [400, { message: 'The transaction failed: txFailed, invokeHostFunctionEntryArchived' }],
    [400, { message: 'signedXdr must be a string' }],
    [400, { message: 'txInsufficientFee' }],
    [401, { message: 'Unauthorized' }],
    [401, { message: 'tx_bad_auth' }],
    [429, { message: 'ThrottlerException: Too Many Requests' }],
  ])('%i %j: unknown, after one try, with its words as data alone', async (status, body) => {
    const { result, tries } = await send(answer(status, body));
    if (result.kind !== 'unknown') throw new Error('it is unknown');
    expect(ENGLISH.becauseText(result.because)).toMatch(/may have reached the ledger/);
    expect(ENGLISH.becauseText(result.because)).not.toMatch(
      /tx_?[a-z]|Website|Amount|milestones|Throttler|Unauthorized|signedXdr/i,
    );
    expect(result.detail ?? '').not.toBe('');
    expect(tries).toBe(1);
  });
});

describe('unknown', () => {
  test.each<[string, Responder]>([
    ['a 2xx of another status', answer(200, { status: 'PENDING' })],
    ['a 2xx that says FAILED', answer(200, { status: 'FAILED', message: 'tx_bad_seq' })],
    ['a 2xx whose status is spelled otherwise', answer(200, { status: 'success' })],
    ['an empty 2xx', answer(200, '')],
    ['a 2xx page', html(200)],
    ['a 2xx cut short', answer(200, '{"status":"SUCCESS"')],
    ['a 2xx list', answer(200, ['SUCCESS'])],
    ['a 404', answer(404, { message: 'Cannot POST' })],
    ['a 408', answer(408, {})],
    ['a 409 that says nothing', answer(409, { message: 'Conflict' })],
    ['a 500 that says nothing', answer(500, { message: 'Internal server error' })],
    ['a 500 page with a word from the list', answer(500, '<p>tx_bad_seq</p>', { 'content-type': 'text/html' })],
    ['a 502 with a word from the list', answer(502, { message: 'tx_bad_seq' })],
    ['a 503 with Retry-After', answer(503, {}, { 'retry-after': '0' })],
    ['a 504', html(504)],
    ['a reset', reset],
    [
      'a reply that breaks off',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"status":"SUCCESS"', () => response.destroy());
      },
    ],
    ['a 400 page', html(400)],
    ['a 403 page', html(403)],
    ['silence', silence],
    [
      'a reply that never ends',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"status":"SUCCESS",');
      },
    ],
  ])('%s is unknown, and is not tried again', async (_, scene) => {
    const { result, tries } = await send(scene, 300);
    expect(result.kind === 'unknown' && ENGLISH.becauseText(result.because)).toMatch(/\.$/);
    expect(tries).toBe(1);
  });

  test('a caller who cancels after it left learns that it may have arrived', async () => {
    const controller = new AbortController();
    const service = await startScriptedService(() => controller.abort());
    const outcome = await service.client().sendTransaction('AAAA', { signal: controller.signal });
    expect(outcome).toMatchObject({ kind: 'unknown', because: { code: 'CANCELLED' } });
    expect(outcome.kind === 'unknown' && ENGLISH.becauseText(outcome.because)).toBe(
      'The call was cancelled. The transaction may have reached the ledger all the same.',
    );
  });
});

describe('not sent', () => {
  test('the problem of a 429 says how long to wait, for anyone who runs it', async () => {
    const { result } = await send(answer(429, {}, { 'retry-after': '7' }));
    expect(result).toMatchObject({ kind: 'unknown', problem: { code: 'RATE_LIMITED', retryAfterMs: 7_000 } });
  });

  const client = (baseUrl: string) =>
    createEscrowClient({ baseUrl, accessToken: TOKEN, apiKey: KEY, requestsPerMinute: 50 });

  test('a refused connection is thrown', async () => {
    const sending = client(await deadUrl()).sendTransaction('AAAA');
    await expect(sending).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      message: 'The escrow service could not be reached. Nothing was sent.',
    });
  });

  test('so is a name that does not resolve', async () => {
    const sending = client('https://countersign.invalid').sendTransaction('AAAA');
    await expect(sending).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  });

  test('so is a call that was cancelled before', async () => {
    const service = await startScriptedService(answer(200, { status: 'SUCCESS' }));
    const sending = service.client().sendTransaction('AAAA', { signal: AbortSignal.abort() });
    await expect(sending).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(service.asked).toEqual([]);
  });
});
