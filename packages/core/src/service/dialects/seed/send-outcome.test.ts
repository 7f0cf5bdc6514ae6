import {
  answer,
  deadUrl,
  html,
  KEY,
  reset,
  type Scene,
  silence,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { createEscrowClient } from '../../client.ts';

/** The outcome, or the error that was thrown; and how often the service was asked. */
async function send(scene: Scene, deadlineMs = 5_000) {
  const service = await startScriptedService(scene);
  const result = await service
    .client()
    .sendTransaction('AAAA', { deadline: Date.now() + deadlineMs })
    .catch((error: unknown) => ({ kind: 'thrown', error }) as const);
  return { result, tries: service.asked.length };
}

describe('settled', () => {
  test('a deploy’s reply is given on, unknown fields of the escrow included', async () => {
    const escrow = { engagementId: 'E', flags: { approved: false }, new: [1], amount: 10.5 };
    const { result } = await send(
      answer(200, { status: 'SUCCESS', message: 'Sent', contractId: 'C1', escrow, more: 1 }),
    );
    expect(result).toEqual({
      kind: 'settled',
      message: 'The escrow service says that the transaction is settled.',
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
    expect(result).toEqual({ kind: 'settled', message: expect.any(String) });
  });

  test.each([200, 201, 202])('any 2xx (%i) will do', async (status) => {
    expect((await send(answer(status, { status: 'SUCCESS' }))).result.kind).toBe('settled');
  });
});

describe('rejected', () => {
  test.each([
    ['bad-sequence', 400, { message: 'tx_bad_seq' }],
    ['bad-sequence', 500, { status: 'FAILED', message: 'sendTransaction failed: txBadSeq' }],
    ['too-late', 400, { message: ['Transaction failed', 'txTooLate'] }],
    ['bad-auth', 400, { extras: { result_codes: { transaction: 'tx_bad_auth' } } }],
    ['bad-auth', 400, { extras: { result_codes: { transaction: 'tx_failed', operations: ['op_bad_auth'] } } }],
    ['bad-auth', 500, { error: 'txBadAuthExtra' }],
    ['insufficient-balance', 422, { message: 'tx_insufficient_balance' }],
    ['contract-refused', 400, { message: 'HostError: Error(Contract, #3)' }],
    ['contract-refused', 500, { status: 'FAILED', message: 'Escrow already initialized' }],
    ['contract-refused', 400, { message: 'Amount cannot be zero' }],
    ['contract-refused', 500, { error: 'The platform fee is too high' }],
    ['contract-refused', 400, { message: ['Too many milestones'] }],
    ['contract-refused', 400, { message: 'The transaction failed: txFailed, invokeHostFunctionEntryArchived' }],
    [
      'contract-refused',
      400,
      { extras: { result_codes: { transaction: 'tx_failed', operations: ['function_trapped'] } } },
    ],
  ])('%s is known by a body from the list (%i %j)', async (reason, status, body) => {
    const { result, tries } = await send(answer(status, body));
    expect(result).toMatchObject({ kind: 'rejected', reason, detail: expect.any(String) });
    expect(tries).toBe(1);
  });
});

describe('unknown', () => {
  test.each<[string, Scene]>([
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
    expect(result).toMatchObject({ kind: 'unknown', message: expect.stringMatching(/\.$/) });
    expect(tries).toBe(1);
  });

  test('a caller who cancels after it left learns that it may have arrived', async () => {
    const controller = new AbortController();
    const service = await startScriptedService(() => controller.abort());
    const outcome = await service.client().sendTransaction('AAAA', { signal: controller.signal });
    expect(outcome).toEqual({
      kind: 'unknown',
      message: 'The call was cancelled. The transaction may have reached the ledger.',
    });
  });
});

describe('not sent', () => {
  test.each<[string, Scene, string]>([
    ['400', answer(400, { message: 'signedXdr must be a string' }), 'SERVICE_REFUSED'],
    ['400 page', html(400), 'SERVICE_REFUSED'],
    ['400 for a fee that is too low', answer(400, { message: 'txInsufficientFee' }), 'SERVICE_REFUSED'],
    ['401', answer(401, { message: 'Unauthorized' }), 'SERVICE_UNAUTHORIZED'],
    ['401 that speaks of a ledger’s refusal', answer(401, { message: 'tx_bad_auth' }), 'SERVICE_UNAUTHORIZED'],
    ['403', html(403), 'SERVICE_UNAUTHORIZED'],
    ['429', answer(429, { message: 'ThrottlerException: Too Many Requests' }), 'RATE_LIMITED'],
  ])('a %s is thrown, after one try', async (_, scene, code) => {
    const { result, tries } = await send(scene);
    expect(result).toMatchObject({ kind: 'thrown', error: { code } });
    expect(tries).toBe(1);
  });

  test('a 429 says how long to wait', async () => {
    const { result } = await send(answer(429, {}, { 'retry-after': '7' }));
    expect(result).toMatchObject({ error: { code: 'RATE_LIMITED', retryAfterMs: 7_000 } });
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
