/** One desk, several people: what each may reach of what another prepared, and how they are let in. */
import { failure, wallet } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { buildDeploy, escrowAt, NOW, request, requestInput, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HOST, HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { answer, type Responder, reset, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import type { Desk, PersonalDesk } from '../create-desk.ts';
import type { Prepared } from '../model/results.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const contractId = escrowAt();
const prepared = (end: number): Responder =>
  answer(201, {
    status: 'SUCCESS',
    unsignedTransaction: buildDeploy(request(), { condition: time(0, end) }),
  });
const success = answer(200, { status: 'SUCCESS', contractId, escrow: { title: 'Private title' } });
const refused = answer(400, { message: 'tx_bad_seq: Private title', error: 'Bad Request', statusCode: 400 });
/** Of another request, at an address of its own. */
const SALT = new Uint8Array(32).fill(5);
const another = buildDeploy(request({ engagementId: 'another' }), { condition: time(0, NOW + 100), salt: SALT });
const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };
/** Of the same name as the owner, in another place. */
const NAMESAKE = { tenant: 'other guild', id: 'ada' };

type AccessOptions = { readonly allowForeign?: boolean; readonly hasLedger?: boolean };

async function openDesk(scenes: readonly Responder[], { allowForeign = false, hasLedger = false }: AccessOptions = {}) {
  const service = await startScriptedService(...scenes);
  const clock = { now: NOW * 1_000 };
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(() => store.close());
  const { ledger, state } = stateLedger();
  const desk = createTestDesk({
    service: service.client({ now: () => clock.now }),
    store,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign, readOnly: false },
    patience: HURRY,
    now: () => clock.now,
    signUrl: (page) => `https://sign.example/${page}`,
    ...(hasLedger ? { ledger } : {}),
  });
  const people = { ada: desk.for(ADA), bob: desk.for(BOB), namesake: desk.for(NAMESAKE) };
  return { ...people, desk, service, clock, store, ledger: state };
}

const pageOf = ({ signUrl }: { readonly signUrl?: string | undefined }) => signUrl?.split('/').at(-1) ?? '';

/** Everything that names a request by its id or its transaction's hash. */
const callsOf = (person: PersonalDesk, signedXdr: string): Record<string, (id: string) => Promise<unknown>> => ({
  status: (id) => person.status(id),
  waitFor: (id) => person.waitFor(id, 0),
  'lookUp by id': (id) => person.lookUp({ id }),
  'lookUp by hash': (id) => person.lookUp({ transactionHash: id }),
  'submit of the id': (id) => person.submit({ id }),
  'submit of nothing': (id) => person.submit({ id, signedXdr: 'nothing' }),
  'submit of it signed': (id) => person.submit({ id, signedXdr }),
  prepare: (id) => person.prepare('deploy', { id }),
  confirm: (id) => person.confirm(id, { amount: '30.5000001', shown: '' }),
  declareFailed: (id) => person.declareFailed(id),
  discard: (id) => person.discard(id),
  forget: (id) => person.forget(id),
  'grant to themselves': (id) => person.grant(id, BOB, 'sign'),
});

test.each([
  ['another member', 'bob'],
  ['the owner’s namesake elsewhere', 'namesake'],
  ['the local person', 'desk'],
] as const)(
  'answers each call of %s with another person’s id or hash like an unknown one, without a request',
  async (_, who) => {
    const opened = await openDesk([prepared(NOW + 100)], { hasLedger: true });
    const preparedRequest = await opened.ada.prepare('deploy', requestInput());
    const { asked } = opened.ledger;
    for (const call of Object.values(callsOf(opened[who], wallet(preparedRequest.unsignedXdr)))) {
      const unknown = (await failure(call('0'.repeat(32)))).toView();
      expect(unknown.code).toBe('HANDLE_NOT_FOUND');
      for (const id of [preparedRequest.id, preparedRequest.transactionHash, pageOf(preparedRequest)]) {
        expect((await failure(call(id))).toView()).toEqual(unknown);
      }
    }
    expect(await opened[who].handles()).toEqual([]);
    expect(opened.service.asked).toHaveLength(1);
    expect(opened.ledger.asked).toBe(asked);
    for (const call of Object.values(callsOf(opened[who], 'AAAA'))) {
      for (const reference of [
        preparedRequest.contractId,
        preparedRequest.unsignedXdr ?? '',
        String(preparedRequest.signUrl),
      ]) {
        const view = JSON.stringify((await failure(call(reference))).toView());
        for (const secret of [
          preparedRequest.id,
          preparedRequest.transactionHash,
          preparedRequest.summary.engagementId,
        ]) {
          expect(view).not.toContain(secret);
        }
      }
    }
    expect(await opened.ada.lookUp({ transactionHash: preparedRequest.transactionHash })).toMatchObject({
      id: preparedRequest.id,
      status: 'prepared',
    });
    expect(await opened.ada.handles()).toEqual([preparedRequest.id]);
  },
);

test('tells others nothing about renewed or forgotten handles', async () => {
  const { ada, bob, clock, ledger } = await openDesk([prepared(NOW + 100), prepared(NOW + 300)], { hasLedger: true });
  const late = await ada.prepare('deploy', requestInput());
  clock.now += 150_000;
  ledger.closed = clock.now;
  await ada.prepare('deploy', requestInput());
  for (const call of Object.values(callsOf(bob, wallet(late.unsignedXdr)))) {
    expect((await failure(call(late.transactionHash))).code).toBe('HANDLE_NOT_FOUND');
  }
  expect(await ada.lookUp({ transactionHash: late.transactionHash })).toMatchObject({ id: late.id });
});

test('equal requests of two people make two handles with two links', async () => {
  const { ada, bob, namesake, desk } = await openDesk([
    prepared(NOW + 100),
    prepared(NOW + 101),
    prepared(NOW + 102),
    prepared(NOW + 103),
  ]);
  const transactions = [];
  for (const person of [ada, bob, namesake, desk]) transactions.push(await person.prepare('deploy', requestInput()));
  for (const part of ['id', 'signUrl', 'transactionHash'] as const) {
    expect(new Set(transactions.map((preparedRequest) => preparedRequest[part])).size).toBe(4);
  }
  for (const [index, person] of [ada, bob, namesake, desk].entries()) {
    expect(await person.handles()).toEqual([transactions[index]?.id]);
    expect((await person.prepare('deploy', requestInput())).id).toBe(transactions[index]?.id);
  }
  await bob.discard(String(transactions[1]?.id));
  expect((await ada.status(String(transactions[0]?.id))).status).toBe('prepared');
});

test('another person’s signed transaction with one’s own id is refused like one that was never prepared', async () => {
  const { ada, bob, service } = await openDesk([
    prepared(NOW + 100),
    answer(201, { status: 'SUCCESS', unsignedTransaction: another }),
  ]);
  const theirs = await ada.prepare('deploy', requestInput());
  const own = await bob.prepare('deploy', requestInput({ engagementId: 'another' }));
  const asked = service.asked.length;
  const error = await failure(bob.submit({ id: own.id, signedXdr: wallet(theirs.unsignedXdr) }));
  expect(error.code).toBe('TRANSACTION_CHANGED');
  for (const secret of [theirs.id, pageOf(theirs)]) expect(JSON.stringify(error.toView())).not.toContain(secret);
  expect(service.asked).toHaveLength(asked);
});

test('a person with the right to read can only see; one with the right to sign can act like the owner', async () => {
  const { ada, bob, namesake, service } = await openDesk([prepared(NOW + 100), prepared(NOW + 300), success]);
  const preparedRequest = await ada.prepare('deploy', requestInput());
  await ada.grant(preparedRequest.id, BOB, 'read');
  expect(await bob.status(preparedRequest.id)).toMatchObject({ id: preparedRequest.id, status: 'prepared' });
  expect(await bob.lookUp({ transactionHash: preparedRequest.transactionHash })).toMatchObject({
    id: preparedRequest.id,
  });
  for (const [name, call] of Object.entries(callsOf(bob, wallet(preparedRequest.unsignedXdr)))) {
    if (name === 'status' || name === 'waitFor' || name.startsWith('lookUp')) continue;
    expect([name, (await failure(call(preparedRequest.id))).code]).toEqual([name, 'HANDLE_NOT_FOUND']);
  }
  expect((await failure(namesake.status(preparedRequest.id))).code).toBe('HANDLE_NOT_FOUND');
  expect(service.asked).toHaveLength(1);
  await ada.grant(preparedRequest.id, BOB, 'sign');
  expect((await bob.prepare('deploy', { id: preparedRequest.id })).transactionHash).toBe(
    preparedRequest.transactionHash,
  );
  expect(
    await bob
      .submit({ id: preparedRequest.id, signedXdr: wallet(preparedRequest.unsignedXdr) })
      .catch(({ code }) => code),
  ).toMatchObject({
    status: expect.stringMatching(/accepted|unknown/),
  });
  // It is another's request all the same.
  expect(await bob.handles()).toEqual([]);
});

test('lets anyone with a page’s address act on that request and no other', async () => {
  const { ada, desk } = await openDesk([
    prepared(NOW + 100),
    answer(201, { status: 'SUCCESS', unsignedTransaction: another }),
    success,
  ]);
  const preparedRequest = await ada.prepare('deploy', requestInput());
  const second = await ada.prepare('deploy', requestInput({ engagementId: 'another' }));
  const page = desk.page(pageOf(preparedRequest));
  expect(await page.view()).toMatchObject({
    id: preparedRequest.id,
    offer: { unsignedXdr: preparedRequest.unsignedXdr },
  });
  expect(await page.refresh()).toMatchObject({ id: preparedRequest.id, status: 'prepared' });
  expect((await page.renew()).transactionHash).toBe(preparedRequest.transactionHash);
  expect(await failure(page.submit(wallet(second.unsignedXdr)))).toMatchObject({
    code: 'TRANSACTION_CHANGED',
  });
  for (const guess of [preparedRequest.id, preparedRequest.transactionHash, '0'.repeat(32), '']) {
    const stranger = desk.page(guess);
    for (const call of [
      stranger.view(),
      stranger.opened(),
      stranger.refresh(),
      stranger.renew(),
      stranger.confirm({ amount: '1', shown: '' }),
      stranger.decline(undefined),
      stranger.submit(wallet(preparedRequest.unsignedXdr)),
      stranger.askAgain(),
      stranger.declareFailed(),
    ]) {
      expect((await failure(call)).code).toBe('HANDLE_NOT_FOUND');
    }
  }
  expect(await page.submit(wallet(preparedRequest.unsignedXdr))).toMatchObject({ status: 'accepted', escrow: {} });
  expect(await ada.status(second.id)).toMatchObject({ status: 'prepared' });
});

test('declining on the page declines the handle, with the reason as data', async () => {
  const { ada, desk } = await openDesk([prepared(NOW + 100)]);
  const preparedRequest = await ada.prepare('deploy', requestInput());
  await desk.page(pageOf(preparedRequest)).decline('Not \u202ewhat I want');
  expect(await ada.status(preparedRequest.id)).toMatchObject({ status: 'declined', detail: 'Not what I want' });
  expect((await failure(ada.prepare('deploy', { id: preparedRequest.id }))).code).toBe('DECLINED');
  expect((await failure(ada.submit({ signedXdr: wallet(preparedRequest.unsignedXdr) }))).code).toBe('DECLINED');
});

test('a handle from before there were owners can be adopted once', async () => {
  const { ada, bob, desk } = await openDesk([prepared(NOW + 100)]);
  const preparedRequest = await desk.prepare('deploy', requestInput());
  await desk.adopt([
    { id: preparedRequest.id, owner: ADA },
    { id: 'unknown', owner: ADA },
  ]);
  await desk.adopt([{ id: preparedRequest.id, owner: BOB }]);
  expect((await ada.prepare('deploy', requestInput())).id).toBe(preparedRequest.id);
  expect([await ada.handles(), await bob.handles(), await desk.handles()]).toEqual([[preparedRequest.id], [], []]);
  expect((await failure(desk.status(preparedRequest.id))).code).toBe('HANDLE_NOT_FOUND');
});

test('discloses nothing to the holder of an unsigned late copy of another person’s transaction', async () => {
  const { ada, bob, clock } = await openDesk([prepared(NOW + 100), prepared(NOW + 300)]);
  const late = await ada.prepare('deploy', requestInput());
  clock.now += 150_000;
  const renewed = await ada.prepare('deploy', requestInput());
  expect(renewed.transactionHash).not.toBe(late.transactionHash);
  const unsigned = await failure(bob.submit({ signedXdr: late.unsignedXdr }));
  expect([unsigned.code, unsigned.message]).toEqual(['XDR_NOT_SIGNED', 'The transaction is unsigned.']);
  const signed = await failure(bob.submit({ signedXdr: wallet(late.unsignedXdr) }));
  expect(signed.code).toBe('TRANSACTION_EXPIRED');
  expect(JSON.stringify(signed.toView())).not.toMatch(/newer|prepare it again with the whole request/);
  const own = await failure(ada.submit({ signedXdr: wallet(late.unsignedXdr) }));
  expect(own.message).toContain('A newer one was prepared for the same escrow.');
});

/** What everybody may know of a transaction, and not a word more. */
const everybodys = (preparedRequest: Prepared, status: string, by: string) => ({
  status,
  by,
  ...(by === 'ledger' ? { ledger: HOST } : {}),
  transactionHash: preparedRequest.transactionHash,
  message: expect.not.stringContaining('Private'),
  next: expect.not.stringContaining(preparedRequest.id),
});

test('a stranger who sends a signed transaction learns only its outcome, the owner everything', async () => {
  const { ada, bob, service, ledger } = await openDesk(
    [
      prepared(NOW + 100),
      (response, received) => {
        include(ledger, preparedRequest.transactionHash);
        success(response, received);
      },
    ],
    { hasLedger: true },
  );
  const preparedRequest = await ada.prepare('deploy', requestInput());
  const signedXdr = wallet(preparedRequest.unsignedXdr);
  expect((await failure(bob.submit({ signedXdr: preparedRequest.unsignedXdr }))).message).toBe(
    'The transaction is unsigned.',
  );
  for (let time = 0; time < 2; time++) {
    expect(await bob.submit({ signedXdr })).toEqual({
      ...everybodys(preparedRequest, 'settled', 'ledger'),
      contractId,
    });
  }
  expect(await ada.submit({ signedXdr })).toMatchObject({ status: 'settled', escrow: { title: 'Private title' } });
  expect((await failure(bob.submit({ signedXdr: preparedRequest.unsignedXdr }))).code).toBe('XDR_NOT_SIGNED');
  expect(service.asked).toHaveLength(2);
});

test('reports a refusal and a lost answer to a stranger without the words of the service or the owner', async () => {
  for (const scene of [refused, reset]) {
    const { ada, bob, clock } = await openDesk([prepared(NOW + 100), scene]);
    const preparedRequest = await ada.prepare('deploy', requestInput());
    const signedXdr = wallet(preparedRequest.unsignedXdr);
    expect(await bob.submit({ signedXdr })).toEqual({ ...everybodys(preparedRequest, 'unknown', 'here'), contractId });
    clock.now += 400_000;
    await ada.declareFailed(preparedRequest.id);
    const { message, ...report } = await bob.submit({ signedXdr });
    expect(report).toMatchObject({ status: 'unknown', by: 'here' });
    expect(message).not.toContain('word');
  }
});

test('tells a stranger that an outcome is only the service’s word', async () => {
  const { ada, bob } = await openDesk([prepared(NOW + 100), success]);
  const preparedRequest = await ada.prepare('deploy', requestInput());
  const report = await bob.submit({ signedXdr: wallet(preparedRequest.unsignedXdr) });
  expect(report).toEqual({ ...everybodys(preparedRequest, 'accepted', 'service'), contractId });
});

test.each([
  ['settled', true],
  ['with an unknown outcome', false],
])('hides from a stranger that another transaction of the same request is %s', async (_, settles) => {
  const { ada, bob, clock, service, ledger } = await openDesk([prepared(NOW + 100), prepared(NOW + 190), reset], {
    hasLedger: true,
  });
  const first = await ada.prepare('deploy', requestInput());
  clock.now += 80_000;
  const second = await ada.prepare('deploy', { id: first.id });
  expect(second.transactionHash).not.toBe(first.transactionHash);
  await ada.submit({ signedXdr: wallet(first.unsignedXdr) });
  if (settles) include(ledger, first.transactionHash);
  const error = await failure(bob.submit({ signedXdr: wallet(second.unsignedXdr) }));
  expect(error.code).toBe('NOT_PREPARED_HERE');
  for (const secret of [first.id, first.transactionHash]) expect(JSON.stringify(error.toView())).not.toContain(secret);
  expect(service.asked).toHaveLength(3);
});

test.each([false, true])(
  'an altered copy is never sent by a stranger; transactions from elsewhere allowed: %s',
  async (allowForeign) => {
    const { ada, bob, service } = await openDesk([prepared(NOW + 100)], { allowForeign });
    await ada.prepare('deploy', requestInput());
    const altered = wallet(buildDeploy(request({ title: 'Another' }), { condition: time(0, NOW + 100) }));
    const error = await failure(bob.submit({ signedXdr: altered }));
    expect(error).toMatchObject({ code: 'NOT_PREPARED_HERE', differences: undefined });
    expect((await failure(ada.submit({ signedXdr: altered }))).code).toBe('TRANSACTION_CHANGED');
    expect(service.asked).toHaveLength(1);
  },
);

test('does not recognise what a stranger pastes instead of a signed transaction', async () => {
  const { ada, bob } = await openDesk([prepared(NOW + 100)]);
  const preparedRequest = await ada.prepare('deploy', requestInput());
  const reportOf = async (desk: PersonalDesk | Desk, signedXdr: string) =>
    (await failure(desk.submit({ signedXdr }))).message;
  for (const given of [
    preparedRequest.id,
    preparedRequest.transactionHash,
    preparedRequest.contractId,
    preparedRequest.signUrl as string,
  ]) {
    expect(await reportOf(ada, given)).toContain('that was prepared here');
    expect(await reportOf(bob, given)).not.toContain('prepared here');
  }
});
