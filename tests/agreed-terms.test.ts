/** What a wallet last agreed to decides what it is warned of, no matter who prepared the change. */
import { openSqliteStore } from '@countersign/core';
import { lieAboutEscrows, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { afterAll, expect, test } from 'vitest';
import { deployed, pay, RAISED_STOP, RAISED_WARNING, update } from './agreed-terms-scene.ts';
import { openJudgedScene, settle } from './judged-scene.ts';

const { sandbox, openDesk } = await openJudgedScene();
afterAll(() => sandbox.close());
const stopsOf = async (prepared: Promise<{ readonly judgement: { readonly stops: unknown } }>) =>
  (await prepared).judgement.stops;

test('blocks the client’s payment until it is confirmed when the platform raised its fee', async () => {
  const { desk } = openDesk();
  const escrow = await deployed(desk);
  await update(desk, escrow);
  const payment = await pay(desk, escrow);
  expect(payment).toMatchObject({ status: 'to-confirm', judgement: { stops: [RAISED_STOP] } });
  expect(payment).not.toHaveProperty('unsignedXdr');
  // The platform is a party of the deploy, but no one agreed to it as the arbiter.
  expect(payment.judgement.warnings.map(({ code }) => code)).toContain('CAN_TAKE_TOGETHER');
  await settle(desk, payment);
  // The client's own signature is its agreement from then on.
  expect(await stopsOf(desk.prepare('approve', { escrow, milestone: 1 }))).toEqual([]);
});

test.each([{}, { way: 'transfer' }])(
  'blocks it for each owner when one of them prepared the change: %j',
  async (way) => {
    const { desk } = openDesk();
    const [one, other] = [desk.for({ tenant: 'team', id: 'one' }), desk.for({ tenant: 'team', id: 'other' })];
    const escrow = await deployed(one);
    await update(other, escrow);
    for (const each of [one, other]) expect(await stopsOf(pay(each, escrow, way))).toMatchObject([RAISED_STOP]);
  },
);

test('blocks a worker who reported before, and warns one who signs for the first time', async () => {
  const { desk } = openDesk();
  const report = (escrow: string, evidence: string) =>
    desk.prepare('change-status', { escrow, milestone: 1, evidence });
  const [known, unknown] = [await deployed(desk), await deployed(desk)];
  await settle(desk, await report(known, 'https://example.org/1'), 'provider');
  for (const escrow of [known, unknown]) await update(desk, escrow);
  expect(await stopsOf(report(known, 'https://example.org/2'))).toMatchObject([RAISED_STOP]);
  expect(await report(unknown, 'https://example.org/2')).toMatchObject({
    ...{ status: 'prepared', judgement: { stops: [], warnings: expect.arrayContaining([RAISED_WARNING]) } },
  });
});

test('still blocks the payment after the settled requests were forgotten', async () => {
  const store = openSqliteStore(undefined, 'sandbox');
  const owner = { tenant: 'team', id: 'one' };
  const person = openDesk({ store }).desk.for(owner);
  const escrow = await deployed(person);
  await update(person, escrow);
  await store.forgetSettled('team', Date.now() + 1);
  expect(await store.requestsAbout(owner, escrow)).toEqual([]);
  expect(await stopsOf(pay(person, escrow))).toMatchObject([RAISED_STOP]);
});

test('blocks the payment when one RPC reports the agreed terms, and others settled here', async () => {
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  const { desk } = openDesk({ rpcUrls: [rpc.url] });
  const escrow = await deployed(desk);
  await update(desk, escrow, { platformFee: 15 });
  lieAboutEscrows(rpc, (now) => ({ ...now, platformFee: 500 }));
  expect(await stopsOf(pay(desk, escrow, { way: 'transfer' }))).toMatchObject([
    { code: 'TERMS_CHANGED', params: { since: 'settled', differences: [{ asked: '15 %', found: '5 %' }] } },
  ]);
});
