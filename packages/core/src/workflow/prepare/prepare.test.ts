import {
  contractId,
  failure,
  openDesk,
  prepared,
  submitSigned,
  success,
} from '@countersign/testkit/desk/scripted-desk';
import {
  account,
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';

test('the same request, however spelled, gives the same offer without asking again', async () => {
  const { desk, service } = await openDesk({}, prepared());
  const first = await desk.prepare('deploy', requestInput());
  expect(await desk.prepare('deploy', requestInput({ platformFee: '1.50' }))).toEqual(first);
  expect(await desk.prepare('deploy', { id: first.id })).toEqual(first);
  expect(service.asked).toHaveLength(1);
});

test('prepares an offer that expires too soon again, under its handle and from the same request', async () => {
  const { desk, service, clock } = await openDesk({}, prepared(NOW + 100), prepared(NOW + 190), success);
  const first = await desk.prepare('deploy', requestInput());
  clock.now += 80_000;
  const second = await desk.prepare('deploy', { id: first.id });
  expect(second.id).toBe(first.id);
  expect(second.transactionHash).not.toBe(first.transactionHash);
  expect(service.asked[1]?.body).toBe(service.asked[0]?.body);
  // A copy signed before the renewal still counts while it lives; once it was sent, the other is not.
  expect((await submitSigned(desk, first)).status).toBe('accepted');
  expect((await failure(submitSigned(desk, second))).code).toBe('OUTCOME_UNKNOWN');
  expect(service.asked).toHaveLength(3);
  expect((await failure(desk.prepare('deploy', { id: first.id }))).code).toBe('ALREADY_SETTLED');
  expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('ALREADY_SETTLED');
});

test.each([contractId, signerKey.publicKey()])('names an address given as an id for what it is: %s', async (id) => {
  const { desk } = await openDesk({});
  for (const input of [{ id }, { id, title: 'Logo' }]) {
    expect((await failure(desk.prepare('deploy', input))).fields).toMatchObject([
      { path: 'id', problem: { code: 'ID_IS_ADDRESS' } },
    ]);
  }
});

test('never hands out a transaction that differs, and names every difference', async () => {
  const swapped = buildDeploy(request({ platformFee: 9 }), { source: account(otherKey.publicKey()) });
  const { desk } = await openDesk({}, answer(201, { status: 'SUCCESS', unsignedTransaction: swapped }));
  const error = await failure(desk.prepare('deploy', requestInput()));
  expect(error.code).toBe('TRANSACTION_MISMATCH');
  expect(error.differences).toEqual([
    { field: 'source account', asked: signerKey.publicKey(), found: otherKey.publicKey() },
    { field: 'platformFee', asked: '1.5 %', found: '9 %' },
  ]);
  expect(JSON.stringify(error.toView())).not.toContain(swapped.slice(0, 40));
});

test.each(['not base64!', 'AAAA'])(
  'an answer with "%s" for a transaction is a mismatch',
  async (unsignedTransaction) => {
    const { desk } = await openDesk({}, answer(201, { status: 'SUCCESS', unsignedTransaction }));
    expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('TRANSACTION_MISMATCH');
  },
);

test('offers a partly verified one only where the operator allows it, with its reasons', async () => {
  const trustline = { address: sandbox.factory as string };
  const input = requestInput({ trustline });
  const scene = answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request({ trustline })) });
  const [strict, lenient] = [await openDesk({}, scene), await openDesk({ allowPartly: true }, scene)];
  const error = await failure(strict.desk.prepare('deploy', input));
  expect([error.code, error.detail]).toEqual([
    'TRANSACTION_PARTLY_VERIFIED',
    expect.stringContaining(trustline.address),
  ]);
  expect(await lenient.desk.prepare('deploy', input)).toMatchObject({
    checked: 'partly',
    summary: { reasons: [{ code: 'TOKEN_NOT_ASKED', params: { token: trustline.address } }] },
  });
});

test('refuses a bad request, wrong decimals of a known token, an unknown issuer and an unknown id before any call', async () => {
  const { desk, service } = await openDesk({}, prepared());
  const decimals = { address: sandbox.tokens[0]?.address, decimals: 1_000_000 };
  for (const changes of [{ title: '' }, { trustline: decimals }, { trustline: { address: otherKey.publicKey() } }]) {
    expect((await failure(desk.prepare('deploy', requestInput(changes)))).code).toBe('INPUT_INVALID');
  }
  expect((await failure(desk.prepare('deploy', { id: 'x' }))).code).toBe('HANDLE_NOT_FOUND');
  expect(service.asked).toEqual([]);
});
