/** One desk, two people: what each may reach of what the other prepared. */

import {
  buildDeploy,
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, reset, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { contractIdFor } from '../kinds/deploy-call.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createDesk } from './create-desk.ts';
import type { Desk, PersonalDesk } from './desk.ts';
import type { Prepared } from './results.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);
const prepared = (end: number): Scene =>
  answer(201, {
    status: 'SUCCESS',
    unsignedTransaction: buildDeploy(request(), { condition: time(0, end) }, contractId),
  });
const settled = answer(200, { status: 'SUCCESS', contractId, escrow: { title: 'Private title' } });
const refused = answer(400, { message: 'tx_bad_seq: Private title', error: 'Bad Request', statusCode: 400 });

async function openDesk(scenes: readonly Scene[], policy: { allowForeign?: boolean } = {}, shared?: Store) {
  const service = await startScriptedService(...scenes);
  const clock = { now: NOW * 1_000 };
  const store = shared ?? openSqliteStore(undefined, 'sandbox', () => clock.now);
  if (shared === undefined) onTestFinished(() => store.close());
  const desk = createDesk({
    service: service.client({ now: () => clock.now }),
    store,
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false, ...policy },
    scanner: createSecretScanner([]),
    now: () => clock.now,
    signUrl: (page) => `https://sign.example/${page}`,
  });
  const owners = new Map<string, string>();
  const person = (name: string) =>
    desk.for((handle) => {
      const owner = owners.get(handle);
      return owner === undefined ? 'unclaimed' : owner === name ? 'own' : 'others';
    });
  const prepareAs = async (name: string, as: PersonalDesk) => {
    const offer = await as.prepare('deploy', requestInput());
    owners.set(offer.id, name);
    return offer;
  };
  return { desk, service, clock, store, owners, ada: person('ada'), bob: person('bob'), prepareAs };
}

const wallet = (envelope: string) => sign(envelope, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));

async function failure(call: Promise<unknown>): Promise<CountersignError> {
  const thrown = await call.catch((error: unknown) => error);
  if (thrown instanceof CountersignError) return thrown;
  throw new Error(`an error of ours was expected, not ${JSON.stringify(thrown)}`);
}

test('every call with another person’s id or hash ends as with an unknown one, and asks nobody', async () => {
  const { ada, bob, service, prepareAs, desk } = await openDesk([prepared(NOW + 100)]);
  const offer = await prepareAs('ada', ada);
  const calls: ((id: string) => Promise<unknown>)[] = [
    (id) => bob.status(id),
    (id) => bob.waitFor(id, 0),
    (id) => bob.lookUp({ id }),
    (id) => bob.lookUp({ transactionHash: id }),
    (id) => bob.submit({ id }),
    (id) => bob.submit({ id, signedXdr: 'nothing' }),
    (id) => bob.submit({ id, signedXdr: wallet(offer.unsignedXdr) }),
    (id) => bob.prepare('deploy', { id }),
    (id) => bob.declareFailed(id),
    (id) => bob.discard(id),
  ];
  for (const call of calls) {
    const unknown = (await failure(call('0'.repeat(32)))).toView();
    expect(unknown.code).toBe('HANDLE_NOT_FOUND');
    for (const id of [offer.id, offer.transactionHash]) expect((await failure(call(id))).toView()).toEqual(unknown);
  }
  expect(service.asked).toHaveLength(1);
  expect(await desk.status(offer.id)).toMatchObject({ status: 'prepared' });
  expect(await ada.lookUp({ transactionHash: offer.transactionHash })).toMatchObject({ id: offer.id });
});

test('an equal request is refused before the service is asked; an unclaimed handle is taken by it, not by its id', async () => {
  const { desk, ada, bob, service, prepareAs } = await openDesk([prepared(NOW + 100)]);
  const offer = await desk.prepare('deploy', requestInput());
  expect((await failure(ada.prepare('deploy', { id: offer.id }))).code).toBe('HANDLE_NOT_FOUND');
  expect((await prepareAs('ada', ada)).id).toBe(offer.id);
  expect((await failure(bob.prepare('deploy', requestInput()))).code).toBe('PREPARED_BY_ANOTHER');
  expect(service.asked).toHaveLength(1);
});

test('an equal request that somebody else stores at the last moment is theirs alone', async () => {
  const store = openSqliteStore(undefined, 'sandbox', () => NOW * 1_000);
  onTestFinished(() => store.close());
  // As where the two stand between each other's steps: nothing is found, and the request is there when it is added to.
  const blind: Store = { ...store, findByRequest: async () => undefined };
  const { ada, bob, prepareAs } = await openDesk([prepared(NOW + 100), prepared(NOW + 101)], {}, blind);
  await prepareAs('ada', ada);
  expect((await failure(bob.prepare('deploy', requestInput()))).code).toBe('PREPARED_BY_ANOTHER');
});

test('an equal request that somebody else makes first, while the service is asked, is theirs alone', async () => {
  const heard = Promise.withResolvers<void>();
  const slow: Scene = (response, asked) => void heard.promise.then(() => prepared(NOW + 100)(response, asked));
  const one = await openDesk([slow]);
  const other = await openDesk([prepared(NOW + 101)], {}, one.store);
  const bobs = failure(one.bob.prepare('deploy', requestInput()));
  const { id } = await other.prepareAs('ada', other.ada);
  one.owners.set(id, 'ada');
  heard.resolve();
  expect((await bobs).code).toBe('PREPARED_BY_ANOTHER');
});

test('a late copy of another person’s transaction tells its holder nothing without a signature', async () => {
  const { ada, bob, prepareAs, clock } = await openDesk([prepared(NOW + 100), prepared(NOW + 300)]);
  const late = await prepareAs('ada', ada);
  clock.now += 150_000;
  const renewed = await prepareAs('ada', ada);
  expect(renewed.transactionHash).not.toBe(late.transactionHash);
  const unsigned = await failure(bob.submit({ signedXdr: late.unsignedXdr }));
  expect([unsigned.code, unsigned.message]).toEqual(['XDR_NOT_SIGNED', 'The transaction is unsigned.']);
  const signed = await failure(bob.submit({ signedXdr: wallet(late.unsignedXdr) }));
  expect(signed.code).toBe('TRANSACTION_EXPIRED');
  expect(JSON.stringify(signed.toView())).not.toMatch(/newer|deploy_escrow with the whole request/);
  const own = await failure(ada.submit({ signedXdr: wallet(late.unsignedXdr) }));
  expect(own.message).toContain('A newer one was prepared for the same escrow.');
});

/** What everybody may know of a transaction, and not a word more. */
const everybodys = (offer: Prepared, status: string) => ({
  status,
  transactionHash: offer.transactionHash,
  message: expect.not.stringContaining('Private'),
  next: expect.not.stringContaining(offer.id),
});

test('whoever sends another person’s signed transaction learns its outcome, and the owner everything', async () => {
  const { ada, bob, prepareAs, service } = await openDesk([prepared(NOW + 100), settled]);
  const offer = await prepareAs('ada', ada);
  const signedXdr = wallet(offer.unsignedXdr);
  expect((await failure(bob.submit({ signedXdr: offer.unsignedXdr }))).message).toBe('The transaction is unsigned.');
  for (let time = 0; time < 2; time++) {
    expect(await bob.submit({ signedXdr })).toEqual({ ...everybodys(offer, 'settled'), contractId });
  }
  expect(await ada.submit({ signedXdr })).toMatchObject({ status: 'settled', escrow: { title: 'Private title' } });
  expect((await failure(bob.submit({ signedXdr: offer.unsignedXdr }))).code).toBe('XDR_NOT_SIGNED');
  expect(service.asked).toHaveLength(2);
});

test('a refusal and a lost answer are told to a stranger without the service’s words or the owner’s', async () => {
  const first = await openDesk([prepared(NOW + 100), refused]);
  const offer = await first.prepareAs('ada', first.ada);
  for (let time = 0; time < 2; time++) {
    expect(await first.bob.submit({ signedXdr: wallet(offer.unsignedXdr) })).toEqual(everybodys(offer, 'rejected'));
  }
  const second = await openDesk([prepared(NOW + 100), reset]);
  const lost = await second.prepareAs('ada', second.ada);
  const answer = await second.bob.submit({ signedXdr: wallet(lost.unsignedXdr) });
  expect(answer).toEqual({ ...everybodys(lost, 'unknown'), contractId });
  second.clock.now += 400_000;
  await second.ada.declareFailed(lost.id);
  const word = await second.bob.submit({ signedXdr: wallet(lost.unsignedXdr) });
  expect(word).toEqual(everybodys(lost, 'rejected'));
  expect(word.message).not.toContain('word');
});

test.each([
  ['settled', settled],
  ['with an unknown outcome', reset],
])('another transaction of the same handle that is %s is not told to a stranger', async (_, sent) => {
  const { ada, bob, clock, prepareAs, service } = await openDesk([prepared(NOW + 100), prepared(NOW + 190), sent]);
  const first = await prepareAs('ada', ada);
  clock.now += 80_000;
  const second = await ada.prepare('deploy', { id: first.id });
  await ada.submit({ signedXdr: wallet(first.unsignedXdr) });
  const error = await failure(bob.submit({ signedXdr: wallet(second.unsignedXdr) }));
  expect(error.code).toBe('NOT_PREPARED_HERE');
  for (const secret of [first.id, first.transactionHash]) expect(JSON.stringify(error.toView())).not.toContain(secret);
  expect(service.asked).toHaveLength(3);
});

test.each([false, true])(
  'an altered copy is never sent by a stranger; transactions from elsewhere allowed: %s',
  async (allowForeign) => {
    const { ada, bob, prepareAs, service } = await openDesk([prepared(NOW + 100)], { allowForeign });
    await prepareAs('ada', ada);
    const altered = wallet(buildDeploy(request({ title: 'Another' }), { condition: time(0, NOW + 100) }, contractId));
    const error = await failure(bob.submit({ signedXdr: altered }));
    expect(error).toMatchObject({ code: 'NOT_PREPARED_HERE', differences: undefined });
    expect((await failure(ada.submit({ signedXdr: altered }))).code).toBe('TRANSACTION_CHANGED');
    expect(service.asked).toHaveLength(1);
  },
);

test('what a stranger gives in place of a signed transaction is not recognised', async () => {
  const { ada, bob, prepareAs } = await openDesk([prepared(NOW + 100)]);
  const offer = await prepareAs('ada', ada);
  const told = async (desk: PersonalDesk | Desk, signedXdr: string) =>
    (await failure(desk.submit({ signedXdr }))).message;
  for (const given of [offer.id, offer.transactionHash, offer.contractId, offer.signUrl as string]) {
    expect(await told(ada, given)).toContain('that was prepared here');
    expect(await told(bob, given)).not.toContain('prepared here');
  }
});
