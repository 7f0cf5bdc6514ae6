import {
  contractId,
  failure,
  openDesk,
  prepared,
  refused,
  submitSigned,
  success,
  wallet,
} from '@countersign/testkit/desk/scripted-desk';
import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { answer, deadUrl, html, type Responder, reset } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { createDesk } from '../create-desk.ts';
import type { Prepared } from '../model/results.ts';

describe('submit', () => {
  test('reports the service’s success as unconfirmed, and again for the same submission', async () => {
    const { desk, service, clock } = await openDesk({}, prepared(), success, refused('txBadSeq'));
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const first = await submitSigned(desk, preparedRequest);
    expect(first).toMatchObject({
      status: 'accepted',
      by: 'service',
      contractId,
      transactionHash: preparedRequest.transactionHash,
      escrow: { title: 'xy', extra: 1 },
    });
    clock.now += 3_600_000;
    expect(await desk.submit({ signedXdr: wallet(preparedRequest.unsignedXdr) })).toEqual(first);
    expect(await desk.status(preparedRequest.transactionHash)).toMatchObject({
      id: preparedRequest.id,
      status: 'accepted',
      by: 'service',
      message: expect.stringContaining('service says'),
      contractId,
    });
    // Sent again, it would be denied: the ledger takes one sequence number once.
    expect(await desk.submit({ id: preparedRequest.id })).toEqual(first);
    expect(service.asked).toHaveLength(2);
  });

  const other = buildDeploy(request({ title: 'Another' }));
  test.each<[string, (preparedRequest: Prepared) => unknown, string]>([
    ['unsigned', (preparedRequest) => ({ signedXdr: preparedRequest.unsignedXdr }), 'XDR_NOT_SIGNED'],
    [
      'signed by another',
      (preparedRequest) => ({ signedXdr: wallet(preparedRequest.unsignedXdr, otherKey) }),
      'SIGNED_BY_ANOTHER',
    ],
    [
      'signed for another network',
      (preparedRequest) => ({
        signedXdr: wallet(preparedRequest.unsignedXdr, signerKey, 'Test SDF Network ; September 2015'),
      }),
      'SIGNED_FOR_ANOTHER_NETWORK',
    ],
    [
      'changed, with the id',
      (preparedRequest) => ({ signedXdr: wallet(other), id: preparedRequest.id }),
      'TRANSACTION_CHANGED',
    ],
    ['changed, without the id', () => ({ signedXdr: wallet(other) }), 'TRANSACTION_CHANGED'],
    [
      'prepared elsewhere',
      () => ({ signedXdr: wallet(buildDeploy(request(), { salt: new Uint8Array(32) })) }),
      'NOT_PREPARED_HERE',
    ],
    ['no XDR', () => ({ signedXdr: 'hello' }), 'XDR_UNREADABLE'],
    [
      'an unknown id',
      (preparedRequest) => ({ signedXdr: wallet(preparedRequest.unsignedXdr), id: 'nope' }),
      'HANDLE_NOT_FOUND',
    ],
    [
      'an unknown field',
      (preparedRequest) => ({ signedXdr: wallet(preparedRequest.unsignedXdr), key: 1 }),
      'INPUT_INVALID',
    ],
  ])('%s is refused before anything is sent', async (_, input, code) => {
    const { desk, service } = await openDesk({}, prepared(), success);
    const preparedRequest = await desk.prepare('deploy', requestInput());
    expect((await failure(desk.submit(input(preparedRequest)))).code).toBe(code);
    expect(service.asked).toHaveLength(1);
  });

  test('names what changed in a changed transaction', async () => {
    const { desk } = await openDesk({}, prepared());
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const error = await failure(desk.submit({ signedXdr: wallet(other), id: preparedRequest.id }));
    expect(error.differences).toEqual([{ field: 'title', asked: preparedRequest.summary.title, found: 'Another' }]);
    expect(error.message).toMatch(/ It was changed before it was signed\.$/);
  });

  test('refuses an expired transaction', async () => {
    const { desk, service, clock } = await openDesk({}, prepared());
    const preparedRequest = await desk.prepare('deploy', requestInput());
    clock.now += 100_000;
    expect((await failure(submitSigned(desk, preparedRequest))).code).toBe('TRANSACTION_EXPIRED');
    expect(service.asked).toHaveLength(1);
  });

  test('allows another try if the transaction was certainly not sent', async () => {
    const { desk, parts, service } = await openDesk({}, prepared(), success);
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const dead = createDesk({ ...parts, service: service.client({ baseUrl: await deadUrl(), now: parts.now }) });
    expect((await failure(submitSigned(dead, preparedRequest))).code).toBe('SERVICE_UNREACHABLE');
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'prepared', by: 'here' });
    expect((await submitSigned(desk, preparedRequest)).status).toBe('accepted');
  });

  test.each<[string, Responder, string | undefined]>([
    ['a 401', answer(401, { statusCode: 401, message: 'Unauthorized' }), 'Unauthorized'],
    ['a 429', answer(429, { statusCode: 429, message: 'ThrottlerException: Too Many Requests' }), 'Too Many'],
    ['a 400 of the service’s own', refused('signedXdr must be a string'), 'must be a string'],
    ['a 400 that claims to be the ledger’s', refused('Transaction failed: txBadSeq'), 'txBadSeq'],
    ['a 500 that quotes a title', answer(500, { statusCode: 500, message: 'Website (tx_failed)' }), 'tx_failed'],
    ['a reset', reset, undefined],
    ['a 502 page', html(502), undefined],
    ['a 2xx without success', answer(200, { status: 'FAILED' }), undefined],
    ['an empty 200', answer(200, ''), undefined],
  ])('%s leaves it unknown: no new one is prepared, the same XDR asks again', async (_, scene, words) => {
    const { desk, service, clock } = await openDesk({}, prepared(), scene, refused('txBadSeq'), success);
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const result = await submitSigned(desk, preparedRequest);
    expect(result).toMatchObject({ status: 'unknown', by: 'here', contractId });
    if (words !== undefined) expect(result.detail).toContain(words);
    expect(result.message).not.toMatch(/txBadSeq|tx_failed|Unauthorized|must be a string/);
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'unknown', by: 'here' });
    expect((await failure(desk.prepare('deploy', { id: preparedRequest.id }))).code).toBe('OUTCOME_UNKNOWN');
    expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('OUTCOME_UNKNOWN');
    expect((await failure(desk.discard(preparedRequest.id))).code).toBe('OUTCOME_UNKNOWN');
    // A refusal of the second sending proves nothing: that is also how a ledger answers one that it settled.
    clock.now += 200_000;
    expect((await submitSigned(desk, preparedRequest)).status).toBe('unknown');
    expect((await submitSigned(desk, preparedRequest)).status).toBe('accepted');
    expect(service.asked).toHaveLength(4);
    expect((await failure(desk.prepare('deploy', { id: preparedRequest.id }))).code).toBe('ALREADY_SETTLED');
    expect((await failure(desk.discard(preparedRequest.id))).code).toBe('ALREADY_SETTLED');
  });

  test('an expired transaction that was never sent is unknown without a ledger to ask', async () => {
    const { desk, clock } = await openDesk({}, prepared());
    const preparedRequest = await desk.prepare('deploy', requestInput());
    clock.now += 100_000;
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'unknown', by: 'here', neverSent: true });
  });

  test('two concurrent submissions send once', async () => {
    const { desk, service } = await openDesk({}, prepared(), (response, received) =>
      setTimeout(() => success(response, received), 50),
    );
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const results = await Promise.all([submitSigned(desk, preparedRequest), submitSigned(desk, preparedRequest)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['accepted', 'unknown']);
    expect(service.asked).toHaveLength(2);
    expect((await desk.status(preparedRequest.id)).status).toBe('accepted');
  });

  test('the service’s word on the address is compared, never believed', async () => {
    const { desk } = await openDesk({}, prepared(), answer(200, { status: 'SUCCESS', contractId: sandbox.factory }));
    const result = await submitSigned(desk, await desk.prepare('deploy', requestInput()));
    expect(result).toMatchObject({
      status: 'accepted',
      contractId,
      message: expect.stringContaining('wrong'),
      detail: expect.stringContaining(sandbox.factory as string),
    });
  });

  test('sends a transaction prepared elsewhere if the operator allows it, and says so', async () => {
    const foreign = buildDeploy(request());
    const { desk, service } = await openDesk({ allowForeign: true }, success);
    expect(await desk.submit({ signedXdr: wallet(foreign) })).toMatchObject({
      status: 'accepted',
      preparedHere: false,
    });
    const strange = buildDeploy(request(), { factory: sandbox.tokens[0]?.address as string });
    expect((await failure(desk.submit({ signedXdr: wallet(strange) }))).code).toBe('NOT_PREPARED_HERE');
    const payment = buildDeploy(request(), { operations: [] });
    expect((await failure(desk.submit({ signedXdr: wallet(payment) }))).code).toBe('NOT_PREPARED_HERE');
    const late = buildDeploy(request(), { condition: time(0, NOW) });
    expect((await failure(desk.submit({ signedXdr: wallet(late) }))).code).toBe('TRANSACTION_EXPIRED');
    const unsigned = buildDeploy(request({ title: 'Unsigned' }));
    expect((await failure(desk.submit({ signedXdr: unsigned }))).code).toBe('XDR_NOT_SIGNED');
    const blank = buildDeploy(request({ title: 'Blank cheque' }), { auth: [] });
    expect((await failure(desk.submit({ signedXdr: wallet(blank) }))).differences).toEqual([
      {
        field: 'authorisation',
        asked: { code: 'ENTRIES', params: { count: 1 } },
        found: { code: 'ENTRIES', params: { count: 0 } },
      },
    ]);
    const { roles, signer } = request();
    const alike = buildDeploy(request({ roles: { ...roles, serviceProvider: alikeTo(signer, 7, 7) } }));
    expect(await failure(desk.submit({ signedXdr: wallet(alike) }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      message: expect.stringContaining('looks like one that you know'),
    });
    // Sending happens once for a hash, also for one that was prepared elsewhere.
    expect(await desk.submit({ signedXdr: wallet(foreign) })).toMatchObject({ status: 'accepted' });
    expect(service.asked).toHaveLength(1);
  });

  test('compares a transaction prepared elsewhere again before each try', async () => {
    const foreign = wallet(buildDeploy(request()));
    const { desk, parts, service, clock } = await openDesk({ allowForeign: true }, success);
    const dead = createDesk({ ...parts, service: service.client({ baseUrl: await deadUrl(), now: parts.now }) });
    expect((await failure(dead.submit({ signedXdr: foreign }))).code).toBe('SERVICE_UNREACHABLE');
    clock.now += 85_000;
    expect(await failure(desk.submit({ signedXdr: foreign }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      differences: [
        {
          field: 'time bounds',
          asked: { code: 'ENDS_BETWEEN', params: { least: 20, most: 600 } },
          found: { code: 'ENDS_IN', params: { seconds: '15' } },
        },
      ],
    });
    clock.now -= 85_000;
    expect(await desk.submit({ signedXdr: foreign })).toMatchObject({ status: 'accepted', preparedHere: false });
    expect(service.asked).toHaveLength(1);
  });
});
