/** What is sent, how often, and what a lost answer allows. Every state and caller is in submit-life.test.ts. */
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
import { buildDeploy, NOW, request, requestInput, sandbox, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { answer, deadUrl, html, type Responder, reset } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { createSecretScanner } from '../../secrets/secrets.ts';
import { createDesk } from '../create-desk.ts';

const codeOf = async (call: Promise<unknown>) => (await failure(call)).code;

/** With one request that waits for its signature. */
async function openPrepared(...after: Responder[]) {
  const opened = await openDesk({}, prepared(), ...after);
  return { ...opened, first: await opened.desk.prepare('deploy', requestInput()) };
}

/** A desk on the same store whose service is away. */
const awayFrom = async ({ parts, service }: Awaited<ReturnType<typeof openDesk>>) =>
  createDesk({ ...parts, service: service.client({ baseUrl: await deadUrl(), now: parts.now }) });

test('reports the service’s success as unconfirmed, cleaned, and again for the same submission', async () => {
  const { desk, service, clock, first } = await openPrepared(success, refused('txBadSeq'));
  const sent = await submitSigned(desk, first);
  expect(sent).toMatchObject({ status: 'accepted', by: 'service', contractId, escrow: { title: 'xy', extra: 1 } });
  clock.now += 3_600_000;
  // Sent again, it would be denied: the ledger takes one sequence number once.
  expect(await desk.submit({ signedXdr: wallet(first.unsignedXdr) })).toEqual(sent);
  expect(await desk.submit({ id: first.id })).toEqual(sent);
  expect(service.asked).toHaveLength(2);
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
  const { desk, service, clock, first } = await openPrepared(scene, refused('txBadSeq'), success);
  const { id } = first;
  const result = await submitSigned(desk, first);
  expect(result).toMatchObject({ status: 'unknown', by: 'here', contractId });
  if (words !== undefined) expect(result.detail).toContain(words);
  expect(result.message).not.toMatch(/txBadSeq|tx_failed|Unauthorized|must be a string/);
  expect(await desk.status(id)).toMatchObject({ status: 'unknown', by: 'here' });
  const attempts = () => [desk.prepare('deploy', { id }), desk.prepare('deploy', requestInput()), desk.discard(id)];
  for (const attempt of attempts()) expect(await codeOf(attempt)).toBe('OUTCOME_UNKNOWN');
  // A refusal of the second sending proves nothing: that is also how a ledger answers one that it settled.
  clock.now += 200_000;
  expect((await submitSigned(desk, first)).status).toBe('unknown');
  // By the id alone, the very XDR that was signed is sent again, also late.
  expect(await desk.submit({ id })).toMatchObject({ status: 'accepted', by: 'service' });
  expect(service.asked.slice(2).map(({ body }) => body)).toEqual(Array(2).fill(service.asked[1]?.body));
  for (const attempt of attempts()) expect(await codeOf(attempt)).toBe('ALREADY_SETTLED');
});

test('sends once when two submit at the same time', async () => {
  const slow: Responder = (response, received) => setTimeout(() => success(response, received), 50);
  const { desk, service, first } = await openPrepared(slow);
  const results = await Promise.all([submitSigned(desk, first), submitSigned(desk, first)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['accepted', 'unknown']);
  expect(service.asked).toHaveLength(2);
  expect((await desk.status(first.id)).status).toBe('accepted');
});

test('compares the address and the escrow that the service names, and believes neither', async () => {
  const wrong = await openPrepared(answer(200, { status: 'SUCCESS', contractId: sandbox.factory }));
  expect(await submitSigned(wrong.desk, wrong.first)).toMatchObject({
    ...{ status: 'accepted', contractId, message: expect.stringContaining('wrong') },
    detail: expect.stringContaining(sandbox.factory as string),
  });
  const other = await openPrepared(answer(200, { status: 'SUCCESS', contractId, escrow: { title: 'another' } }));
  const { message } = await submitSigned(other.desk, other.first);
  expect(message).toContain('It describes a different escrow from the one that was signed (title)');
});

test('prepares another one once the person says that it failed and its time is over, and calls it unknown', async () => {
  const { desk, clock, first } = await openPrepared(reset, prepared(NOW + 400));
  await submitSigned(desk, first);
  clock.now = (NOW + 160) * 1_000;
  expect(await codeOf(desk.declareFailed(first.id))).toBe('OUTCOME_UNKNOWN');
  clock.now += 1;
  expect(await desk.declareFailed(first.id)).toMatchObject({ status: 'unknown', by: 'here' });
  expect((await desk.prepare('deploy', { id: first.id })).status).toBe('prepared');
});

test('hands out no second transaction when the first is sent while the service builds it', async () => {
  const [isAsked, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: Responder = async (response, received) => {
    isAsked.resolve();
    await isSent.promise;
    prepared(NOW + 190)(response, received);
  };
  const { desk, clock, first } = await openPrepared(slow, reset);
  clock.now += 80_000;
  const renewing = codeOf(desk.prepare('deploy', { id: first.id }));
  await isAsked.promise;
  expect((await submitSigned(desk, first)).status).toBe('unknown');
  isSent.resolve();
  expect(await renewing).toBe('OUTCOME_UNKNOWN');
});

test('treats a refusal as no proof when another process has sent it in the meantime', async () => {
  const { desk, parts, first } = await openPrepared(refused('txBadSeq'));
  const claim = await parts.store.claim(first.transactionHash, 'signed', 1);
  if (claim.kind === 'granted') await parts.store.record(first.transactionHash, claim.number, 'unknown');
  expect((await desk.submit({ signedXdr: wallet(first.unsignedXdr) })).status).toBe('unknown');
});

test('leaves a resend that never left unknown, and a first sending that never left free', async () => {
  const resent = await openPrepared(reset);
  await submitSigned(resent.desk, resent.first);
  expect(await codeOf(submitSigned(await awayFrom(resent), resent.first))).toBe('SERVICE_UNREACHABLE');
  expect((await resent.desk.status(resent.first.id)).status).toBe('unknown');
  const { first, desk, ...fresh } = await openPrepared(success);
  expect(await codeOf(submitSigned(await awayFrom({ desk, ...fresh }), first))).toBe('SERVICE_UNREACHABLE');
  expect(await desk.status(first.id)).toMatchObject({ status: 'prepared', by: 'here' });
  expect((await submitSigned(desk, first)).status).toBe('accepted');
});

test('neither hands out nor sends a transaction that stricter settings do not allow', async () => {
  const { parts, first } = await openPrepared(prepared(NOW + 101));
  for (const network of [
    { ...sandbox, factory: contractId },
    { ...sandbox, wasmHash: '00' },
  ]) {
    const strict = createDesk({ ...parts, network });
    expect(await codeOf(strict.prepare('deploy', { id: first.id }))).toBe('TRANSACTION_MISMATCH');
    expect(await codeOf(submitSigned(strict, first))).toBe('TRANSACTION_PARTLY_VERIFIED');
  }
  const cheap = createDesk({ ...parts, policy: { ...parts.policy, maxFee: 1n } });
  expect(await codeOf(submitSigned(cheap, first))).toBe('TRANSACTION_PARTLY_VERIFIED');
});

test('shows the transaction that was sent on its page, not a newer one', async () => {
  const { parts, clock } = await openDesk({}, prepared(), prepared(NOW + 190), success);
  const desk = createDesk({ ...parts, signUrl: String });
  const first = await desk.prepare('deploy', requestInput());
  clock.now += 80_000;
  const second = await desk.prepare('deploy', { id: first.id });
  const page = desk.page(String(second.signUrl));
  expect((await page.view()).offer.hash).toBe(second.transactionHash);
  await submitSigned(desk, first);
  expect(await page.view()).toMatchObject({ offer: { hash: first.transactionHash }, status: { status: 'accepted' } });
});

test('blacks out a credential of ours that the service returns before it is kept', async () => {
  const own = 'an-api-key-of-our-own';
  const { parts, first } = await openPrepared(refused(`txBadSeq for ${own}`));
  const desk = createDesk({ ...parts, scanner: createSecretScanner([own]) });
  const detail = expect.stringContaining('[credential]');
  expect(await submitSigned(desk, first)).toMatchObject({ status: 'unknown', detail });
  expect(JSON.stringify(await parts.store.find(first.id))).not.toContain(own);
});

test('looks a request up by its id or its hash, in either case, and by nothing else', async () => {
  const { desk, first } = await openPrepared();
  const { id, transactionHash } = first;
  for (const input of [{ id }, { transactionHash: transactionHash.toUpperCase() }, { id, waitSeconds: 0.1 }]) {
    expect(await desk.lookUp(input)).toMatchObject({ id, status: 'prepared' });
  }
  for (const input of [{}, { id: 'a', transactionHash: 'b' }, { id: 'a', waitSeconds: -1 }]) {
    expect(await codeOf(desk.lookUp(input))).toBe('INPUT_INVALID');
  }
  for (const input of [{ id: 'a', waitSeconds: 60 }, { id: 'a' }]) {
    expect(await codeOf(desk.lookUp(input))).toBe('HANDLE_NOT_FOUND');
  }
});

describe('where transactions prepared elsewhere are allowed', () => {
  test('sends one once that can be verified in full and needs no confirmation, and no other', async () => {
    const foreign = wallet(buildDeploy(request()));
    const { desk, service } = await openDesk({ allowForeign: true }, success);
    const accepted = { status: 'accepted', preparedHere: false };
    expect(await desk.submit({ signedXdr: foreign })).toMatchObject(accepted);
    const { roles, signer } = request();
    const alike = request({ roles: { ...roles, serviceProvider: alikeTo(signer, 7, 7) } });
    for (const [signedXdr, refusal] of [
      [wallet(buildDeploy(request(), { factory: sandbox.tokens[0]?.address as string })), {}],
      [wallet(buildDeploy(request(), { operations: [] })), {}],
      [wallet(buildDeploy(request(), { condition: time(0, NOW) })), { code: 'TRANSACTION_EXPIRED' }],
      [buildDeploy(request({ title: 'Unsigned' })), { code: 'XDR_NOT_SIGNED' }],
      [wallet(buildDeploy(request({ title: 'Blank' }), { auth: [] })), { differences: [{ field: 'authorisation' }] }],
      [wallet(buildDeploy(alike)), { message: expect.stringContaining('looks like one that you know') }],
    ] as const) {
      expect(await failure(desk.submit({ signedXdr }))).toMatchObject({ code: 'NOT_PREPARED_HERE', ...refusal });
    }
    expect(await desk.submit({ signedXdr: foreign })).toMatchObject(accepted);
    expect(service.asked).toHaveLength(1);
  });

  test('compares it again before each try', async () => {
    const signedXdr = wallet(buildDeploy(request()));
    const opened = await openDesk({ allowForeign: true }, success);
    const { desk, service, clock } = opened;
    expect(await codeOf((await awayFrom(opened)).submit({ signedXdr }))).toBe('SERVICE_UNREACHABLE');
    clock.now += 85_000;
    const [field, asked] = ['time bounds', { code: 'ENDS_BETWEEN', params: { least: 20, most: 600 } }];
    expect(await failure(desk.submit({ signedXdr }))).toMatchObject({
      code: 'NOT_PREPARED_HERE',
      differences: [{ field, asked, found: { code: 'ENDS_IN', params: { seconds: '15' } } }],
    });
    clock.now -= 85_000;
    expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'accepted', preparedHere: false });
    expect(service.asked).toHaveLength(1);
  });
});
