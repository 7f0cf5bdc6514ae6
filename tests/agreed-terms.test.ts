/** What a wallet last agreed to decides what it is warned of, no matter who prepared the change, in every dialect. */
import { openSqliteStore, type PersonalDesk } from '@countersign/core';
import { lieAboutEscrows, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { afterAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  deployed,
  PLATFORM,
  pay,
  RAISED,
  RAISED_STOP,
  RAISED_WARNING,
  settle,
  signAnyway,
  startScene,
  update,
} from './agreed-terms-scene.ts';

const stopsOf = async (prepared: Promise<{ readonly judgement: { readonly stops: unknown } }>) =>
  (await prepared).judgement.stops;
const codesOf = (list: readonly { readonly code: string }[]) => list.map(({ code }) => code);

describe.each(['seed', 'v1', 'direct'] as const)('agreed terms with %s', async (by) => {
  const scene = await startScene(by);
  afterAll(() => scene.close());

  test('blocks the client’s payment until it is confirmed when the platform raised its fee through the same owner', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    await update(desk, escrow, RAISED);
    const payment = await pay(desk, escrow);
    expect(payment).toMatchObject({ status: 'to-confirm', judgement: { stops: [RAISED_STOP] } });
    expect(payment).not.toHaveProperty('unsignedXdr');
    // The platform is a party of the deploy, but no one agreed to it as the arbiter.
    expect(codesOf(payment.judgement.warnings)).toContain('CAN_TAKE_TOGETHER');
    const { amount } = payment.summary;
    await settle(desk, await desk.confirm(payment.id, { amount, shown: payment.judgement.key }), 'client');
    // The client's own signature is its agreement from then on.
    expect((await desk.prepare('approve', { escrow, milestone: 1 })).judgement.stops).toEqual([]);
  });

  test.each([false, true])(
    'blocks it, by way of a plain transfer: %s, when another owner prepared the change',
    async (isPlain) => {
      const desk = scene.deskOn();
      const [one, other] = ['one', 'other'].map((id) => desk.for({ tenant: 'team', id })) as [
        PersonalDesk,
        PersonalDesk,
      ];
      const escrow = await deployed(one);
      await update(other, escrow, RAISED);
      const way = isPlain ? { way: 'transfer' } : {};
      for (const each of [one, other]) expect(await stopsOf(pay(each, escrow, way))).toMatchObject([RAISED_STOP]);
    },
  );
});

const TEXTS_CHANGED = { code: 'TEXTS_CHANGED', params: {} };

describe('the agreement of a wallet', async () => {
  const scene = await startScene('v1');
  afterAll(() => scene.close());

  test('shows nothing to the wallet that signed the update itself', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    await update(desk, escrow, RAISED);
    expect((await pay(desk, escrow, { signer: PLATFORM })).judgement.stops).toEqual([]);
    expect(await stopsOf(desk.prepare('update', { escrow, title: 'Other' }))).toEqual([]);
  });

  test('shows nothing when a second update restored the terms', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    await update(desk, escrow, RAISED);
    await update(desk, escrow, {
      platformFee: 5,
      roles: { disputeResolver: RAISED_STOP.params.differences[0]?.asked },
    });
    const { status, judgement } = await pay(desk, escrow);
    expect(status).toBe('prepared');
    expect([...judgement.stops, ...judgement.warnings].map(({ code }) => code)).toEqual(['CAN_TAKE_TOGETHER']);
  });

  test('warns the payer when only a description was changed, and says no more once they signed it', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    await update(desk, escrow, { title: 'Another title' });
    const payment = await pay(desk, escrow, { amount: '1' });
    expect(payment.judgement).toMatchObject({ stops: [], warnings: expect.arrayContaining([TEXTS_CHANGED]) });
    await settle(desk, payment, 'client');
    expect((await pay(desk, escrow, { amount: '2' })).judgement.warnings).not.toContainEqual(TEXTS_CHANGED);
  });

  test('blocks a worker who reported before, and warns one who signs for the first time', async () => {
    const desk = scene.deskOn();
    const report = (escrow: string, evidence: string) =>
      desk.prepare('change-status', { escrow, milestone: 1, evidence });
    const [known, unknown] = [await deployed(desk), await deployed(desk)];
    await settle(desk, await report(known, 'https://example.org/1'), 'provider');
    for (const escrow of [known, unknown]) await update(desk, escrow, RAISED);
    expect(await report(known, 'https://example.org/2')).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [RAISED_STOP] },
    });
    expect(await report(unknown, 'https://example.org/2')).toMatchObject({
      status: 'prepared',
      judgement: { stops: [], warnings: expect.arrayContaining([RAISED_WARNING]) },
    });
  });

  test('blocks an approval, and a decision of the arbiter who decided before, when a milestone was added', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    await settle(desk, await pay(desk, escrow), 'client');
    for (const milestone of [1, 2]) {
      await settle(desk, await desk.prepare('dispute', { escrow, milestone, signer: CLIENT }), 'client');
    }
    const decide = (milestone: number, amount: string) =>
      desk.prepare('resolve', { escrow, milestone, distributions: [{ address: CLIENT, amount }] });
    await settle(desk, await decide(1, '10.5'), 'arbiter');
    const addMilestones = [{ description: 'More', amount: '7', receiver: PLATFORM }];
    await signAnyway(desk, await desk.prepare('update', { escrow, addMilestones }), 'platform');
    const added = [
      { field: 'number of milestones', asked: '2', found: '3' },
      { field: 'milestones[2].amount', asked: { code: 'NONE' }, found: '7' },
      { field: 'milestones[2].receiver', asked: { code: 'NONE' }, found: PLATFORM },
    ];
    const stop = { code: 'TERMS_CHANGED', params: { since: 'agreed', differences: added } };
    expect(await stopsOf(decide(2, '20'))).toMatchObject([stop]);
    expect(await stopsOf(desk.prepare('approve', { escrow, milestone: 3 }))).toMatchObject([stop]);
  });

  test('shows all terms of an escrow from elsewhere as new to a payer and to a worker', async () => {
    const escrow = await deployed(scene.deskOn());
    const desk = scene.deskOn();
    const terms = { feePercent: '5', platformAddress: PLATFORM, approver: CLIENT, amounts: ['30.5'], token: 'USDC' };
    const warning = { code: 'ESCROW_FROM_ELSEWHERE', params: { terms } };
    for (const prepared of [
      pay(desk, escrow),
      desk.prepare('change-status', { escrow, milestone: 1, evidence: 'Done' }),
    ]) {
      expect((await prepared).judgement.warnings[0]).toMatchObject(warning);
    }
  });

  test('still blocks the payment after the settled requests were forgotten', async () => {
    const store = openSqliteStore(undefined, 'sandbox');
    const desk = scene.deskOn(store);
    const person = desk.for({ tenant: 'team', id: 'one' });
    const escrow = await deployed(person);
    await update(person, escrow, RAISED);
    await store.forgetSettled('team', Date.now() + 1);
    expect(await store.requestsAbout({ tenant: 'team', id: 'one' }, escrow)).toEqual([]);
    expect(await stopsOf(pay(person, escrow))).toMatchObject([RAISED_STOP]);
  });

  test('blocks the payment when one RPC reports the agreed terms, and others settled here', async () => {
    const store = openSqliteStore(undefined, 'sandbox');
    const rpc = await startRpcProxy(scene.rpcUrl);
    const desk = scene.deskOn(store, rpc.url);
    const escrow = await deployed(desk);
    await update(desk, escrow, { platformFee: 15 });
    lieAboutEscrows(rpc, (now) => ({ ...now, platformFee: 500 }));
    expect(await stopsOf(pay(desk, escrow, { way: 'transfer' }))).toMatchObject([
      { code: 'TERMS_CHANGED', params: { since: 'settled', differences: [{ asked: '15 %', found: '5 %' }] } },
    ]);
  });

  test('names every change of fee, roles, payees and amounts, before and after', async () => {
    const desk = scene.deskOn();
    const escrow = await deployed(desk);
    const milestones = [
      { description: 'Sketches', amount: '12', receiver: PLATFORM },
      { description: 'Drafts', amount: '20' },
    ];
    await update(desk, escrow, {
      milestones,
      roles: { approver: PLATFORM, serviceProvider: PLATFORM, releaseSigner: PLATFORM },
    });
    const { stops: blockers } = (await pay(desk, escrow)).judgement;
    const changed = blockers.find(({ code }) => code === 'TERMS_CHANGED');
    const { differences = [] } = changed?.code === 'TERMS_CHANGED' ? changed.params : {};
    expect(differences.map(({ field }) => field)).toEqual([
      'roles.approver',
      'roles.serviceProvider',
      'roles.releaseSigner',
      'milestones[0].amount',
      'milestones[0].receiver',
    ]);
  });
});
