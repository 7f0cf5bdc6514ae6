/**
 * One desk, several people: what each may reach of what another prepared, and how they are let in. What a stranger
 * learns by submitting, in each state, is in submit/submit-life.test.ts.
 */
import { failure, openDesk as openScripted, prepared, success, wallet } from '@countersign/testkit/desk/scripted-desk';
import { buildDeploy, NOW, request, requestInput, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { answer, type Responder, reset } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { createDesk, type PersonalDesk } from '../create-desk.ts';

/** Of another request, at an address of its own. */
const SALT = new Uint8Array(32).fill(5);
const another = buildDeploy(request({ engagementId: 'another' }), { condition: time(0, NOW + 100), salt: SALT });
const preparedAnother = answer(201, { status: 'SUCCESS', unsignedTransaction: another });
const anotherInput = requestInput({ engagementId: 'another' });
const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };

async function openDesk(...scenes: readonly Responder[]) {
  const { parts, service, clock } = await openScripted({}, ...scenes);
  const { ledger, state } = stateLedger();
  const desk = createDesk({ ...parts, ledger, patience: HURRY, signUrl: (page) => `https://sign.example/${page}` });
  /** Of the same name as the owner, in another place. */
  const namesake = desk.for({ tenant: 'other guild', id: 'ada' });
  return { ada: desk.for(ADA), bob: desk.for(BOB), namesake, desk, service, clock, ledger: state };
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

test.each(['bob', 'namesake', 'desk'] as const)(
  'answers each call of %s with another person’s id or hash like an unknown one, without a request',
  async (who) => {
    const { ada, service, ledger, ...people } = await openDesk(prepared());
    const first = await ada.prepare('deploy', requestInput());
    const { asked } = ledger;
    for (const call of Object.values(callsOf(people[who], wallet(first.unsignedXdr)))) {
      const unknown = (await failure(call('0'.repeat(32)))).toView();
      expect(unknown.code).toBe('HANDLE_NOT_FOUND');
      for (const id of [first.id, first.transactionHash, pageOf(first)]) {
        expect((await failure(call(id))).toView()).toEqual(unknown);
      }
    }
    expect(await people[who].handles()).toEqual([]);
    expect([service.asked.length, ledger.asked]).toEqual([1, asked]);
    for (const call of Object.values(callsOf(people[who], 'AAAA'))) {
      for (const reference of [first.contractId, first.unsignedXdr ?? '', String(first.signUrl)]) {
        const view = JSON.stringify((await failure(call(reference))).toView());
        for (const secret of [first.id, first.transactionHash, first.summary.engagementId]) {
          expect(view).not.toContain(secret);
        }
      }
    }
    expect(await ada.lookUp({ transactionHash: first.transactionHash })).toMatchObject({ id: first.id });
    expect(await ada.handles()).toEqual([first.id]);
  },
);

test('discloses nothing of a renewed request to a person who knows its earlier transaction', async () => {
  const { ada, bob, clock, ledger } = await openDesk(prepared(), prepared(NOW + 300));
  const late = await ada.prepare('deploy', requestInput());
  clock.now += 150_000;
  ledger.closed = clock.now;
  await ada.prepare('deploy', requestInput());
  for (const call of Object.values(callsOf(bob, wallet(late.unsignedXdr)))) {
    expect((await failure(call(late.transactionHash))).code).toBe('HANDLE_NOT_FOUND');
  }
  expect(await ada.lookUp({ transactionHash: late.transactionHash })).toMatchObject({ id: late.id });
});

test('makes two requests with two links of equal requests by two people', async () => {
  const { ada, bob, namesake, desk } = await openDesk(...[100, 101, 102, 103].map((end) => prepared(NOW + end)));
  const people = [ada, bob, namesake, desk];
  const transactions = [];
  for (const person of people) transactions.push(await person.prepare('deploy', requestInput()));
  for (const part of ['id', 'signUrl', 'transactionHash'] as const) {
    expect(new Set(transactions.map((each) => each[part])).size).toBe(4);
  }
  for (const [index, person] of people.entries()) {
    expect(await person.handles()).toEqual([transactions[index]?.id]);
    expect((await person.prepare('deploy', requestInput())).id).toBe(transactions[index]?.id);
  }
  await bob.discard(String(transactions[1]?.id));
  expect((await ada.status(String(transactions[0]?.id))).status).toBe('prepared');
});

test('refuses another person’s signed transaction with one’s own id like one that was never prepared', async () => {
  const { ada, bob, service } = await openDesk(prepared(), preparedAnother);
  const theirs = await ada.prepare('deploy', requestInput());
  const own = await bob.prepare('deploy', anotherInput);
  const error = await failure(bob.submit({ id: own.id, signedXdr: wallet(theirs.unsignedXdr) }));
  expect(error.code).toBe('TRANSACTION_CHANGED');
  for (const secret of [theirs.id, pageOf(theirs)]) expect(JSON.stringify(error.toView())).not.toContain(secret);
  expect(service.asked).toHaveLength(2);
});

test('lets a person with the right to read only see, and one with the right to sign act like the owner', async () => {
  const { ada, bob, namesake, service } = await openDesk(prepared(), prepared(NOW + 300), success);
  const { id, transactionHash, unsignedXdr } = await ada.prepare('deploy', requestInput());
  await ada.grant(id, BOB, 'read');
  expect(await bob.status(id)).toMatchObject({ id, status: 'prepared' });
  expect(await bob.lookUp({ transactionHash })).toMatchObject({ id });
  for (const [name, call] of Object.entries(callsOf(bob, wallet(unsignedXdr)))) {
    if (name === 'status' || name === 'waitFor' || name.startsWith('lookUp')) continue;
    expect([name, (await failure(call(id))).code]).toEqual([name, 'HANDLE_NOT_FOUND']);
  }
  expect((await failure(namesake.status(id))).code).toBe('HANDLE_NOT_FOUND');
  expect(service.asked).toHaveLength(1);
  await ada.grant(id, BOB, 'sign');
  expect((await bob.prepare('deploy', { id })).transactionHash).toBe(transactionHash);
  const { status } = await bob.submit({ id, signedXdr: wallet(unsignedXdr) });
  expect(status).toMatch(/accepted|unknown/);
  // It is another's request all the same.
  expect(await bob.handles()).toEqual([]);
});

test('lets anyone with a page’s address act on that request and no other', async () => {
  const { ada, desk } = await openDesk(prepared(), preparedAnother, success);
  const first = await ada.prepare('deploy', requestInput());
  const second = await ada.prepare('deploy', anotherInput);
  const page = desk.page(pageOf(first));
  expect(await page.view()).toMatchObject({ id: first.id, offer: { unsignedXdr: first.unsignedXdr } });
  expect(await page.refresh()).toMatchObject({ id: first.id, status: 'prepared' });
  expect((await page.renew()).transactionHash).toBe(first.transactionHash);
  expect(await failure(page.submit(wallet(second.unsignedXdr)))).toMatchObject({ code: 'TRANSACTION_CHANGED' });
  for (const guess of [first.id, first.transactionHash, '0'.repeat(32), '']) {
    const stranger = desk.page(guess);
    for (const call of [
      stranger.view(),
      stranger.opened(),
      stranger.refresh(),
      stranger.renew(),
      stranger.confirm({ amount: '1', shown: '' }),
      stranger.decline(undefined),
      stranger.submit(wallet(first.unsignedXdr)),
      stranger.askAgain(),
      stranger.declareFailed(),
    ]) {
      expect((await failure(call)).code).toBe('HANDLE_NOT_FOUND');
    }
  }
  expect(await page.submit(wallet(first.unsignedXdr))).toMatchObject({ status: 'accepted', escrow: {} });
  expect(await ada.status(second.id)).toMatchObject({ status: 'prepared' });
});

test('shows its owner why a request was declined on its page, cleaned, and prepares it no more', async () => {
  const { ada, desk } = await openDesk(prepared());
  const { id, signUrl } = await ada.prepare('deploy', requestInput());
  await desk.page(pageOf({ signUrl })).decline('Not \u202ewhat I want');
  expect(await ada.status(id)).toMatchObject({ status: 'declined', detail: 'Not what I want' });
  expect((await failure(ada.prepare('deploy', { id }))).code).toBe('DECLINED');
});

test('lets a request from before there were owners be adopted once', async () => {
  const { ada, bob, desk } = await openDesk(prepared());
  const { id } = await desk.prepare('deploy', requestInput());
  await desk.adopt([
    { id, owner: ADA },
    { id: 'unknown', owner: ADA },
  ]);
  await desk.adopt([{ id, owner: BOB }]);
  expect((await ada.prepare('deploy', requestInput())).id).toBe(id);
  expect([await ada.handles(), await bob.handles(), await desk.handles()]).toEqual([[id], [], []]);
  expect((await failure(desk.status(id))).code).toBe('HANDLE_NOT_FOUND');
});

test('shows a stranger of a settled transaction nothing of the service’s words, and its owner everything', async () => {
  const { ada, bob, ledger } = await openDesk(prepared(), (response, received) => {
    include(ledger, first.transactionHash);
    success(response, received);
  });
  const first = await ada.prepare('deploy', requestInput());
  const signedXdr = wallet(first.unsignedXdr);
  expect(await bob.submit({ signedXdr })).not.toHaveProperty('escrow');
  expect(await ada.submit({ signedXdr })).toMatchObject({ status: 'settled', escrow: { title: 'xy' } });
});

test.each([
  ['settled', true],
  ['with an unknown outcome', false],
])('hides from a stranger that another transaction of the same request is %s', async (_, settles) => {
  const { ada, bob, clock, service, ledger } = await openDesk(prepared(), prepared(NOW + 190), reset);
  const first = await ada.prepare('deploy', requestInput());
  clock.now += 80_000;
  const second = await ada.prepare('deploy', { id: first.id });
  await ada.submit({ signedXdr: wallet(first.unsignedXdr) });
  if (settles) include(ledger, first.transactionHash);
  const error = await failure(bob.submit({ signedXdr: wallet(second.unsignedXdr) }));
  expect(error.code).toBe('NOT_PREPARED_HERE');
  for (const secret of [first.id, first.transactionHash]) expect(JSON.stringify(error.toView())).not.toContain(secret);
  expect(service.asked).toHaveLength(3);
});
