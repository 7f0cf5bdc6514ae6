/** Who could take the money of an escrow: blocked or warned of before it is made, paid or changed, until trust is earned. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Desk } from '@countersign/core';
import type { BlockingWarning, Warning } from '@countersign/core/words';
import { failure } from '@countersign/testkit/desk/failure';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { lieAboutEscrows, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addressOf,
  arbiter,
  client,
  confirmed,
  escrowOf,
  network,
  openJudgedScene,
  platform,
  provider,
  request,
  settle,
} from './judged-scene.ts';

const { sandbox, pass, openDesk } = await openJudgedScene();
afterAll(() => sandbox.close());
const STRANGER = network.tokens[0]?.issuer as string;

type Judged = {
  readonly judgement: { readonly stops: readonly BlockingWarning[]; readonly warnings: readonly Warning[] };
};
const takers = ({ judgement }: Judged, list: 'stops' | 'warnings'): string[] =>
  judgement[list].flatMap((each) =>
    each.code === 'CAN_TAKE_ALONE' || each.code === 'KNOWN_CAN_TAKE_ALONE' ? [each.params.address] : [],
  );

describe('a provider who approves, pays out and is paid', () => {
  const ALONE = { approver: provider, release: provider };
  const params = { way: 'release', share: 'all', address: provider };

  test('must be confirmed, is named on the page, and is a warning to the wallet that confirmed them', async () => {
    const { desk } = openDesk();
    const prepared = await desk.prepare(
      'deploy',
      request({ ...ALONE, serviceProvider: 'provider', receiver: 'provider' }),
    );
    expect(prepared).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'CAN_TAKE_ALONE', params }] },
    });
    expect(prepared.names).toContainEqual(expect.objectContaining({ name: 'Ben', address: provider }));
    expect(prepared).not.toHaveProperty('unsignedXdr');
    const view = await desk.page(prepared.signUrl as string).view();
    expect(view.judgement.stops).toEqual([{ code: 'CAN_TAKE_ALONE', params }]);
    const escrow = await settle(desk, prepared);
    const paid = await desk.prepare('fund', { signer: client, escrow, amount: '1' });
    expect([paid.status, takers(paid, 'stops'), takers(paid, 'warnings')]).toEqual(['prepared', [], [provider]]);
    // Anyone else who pays into it confirms the same.
    const theirs = await openDesk().desk.prepare('fund', { signer: client, escrow, amount: '1' });
    expect([theirs.status, takers(theirs, 'stops')]).toEqual(['to-confirm', [provider]]);
  });

  test('is no evidence to the payer when they signed the deploy themselves', async () => {
    const { desk } = openDesk();
    const prepared = await desk.prepare('deploy', { ...request(ALONE), signer: provider });
    expect(takers(prepared, 'stops')).toEqual([]);
    const escrow = await settle(desk, prepared, 'provider');
    expect(takers(await desk.prepare('fund', { signer: client, escrow, amount: '1' }), 'stops')).toEqual([provider]);
  });
});

describe('trust in an address', () => {
  /** The provider approves, pays out and is paid; the client decides a dispute. */
  const roles = { approver: provider, platformAddress: provider, release: provider, disputeResolver: client };
  const terms = (amount: string, changes: object = {}) =>
    request({ ...roles, ...changes }, { milestones: [{ description: 'All of it', amount }] });
  const payOut = async (desk: Desk, escrow: string) => {
    for (const step of ['approve', 'release'] as const) {
      await settle(desk, await desk.prepare(step, { escrow, milestone: 1, signer: provider }), 'provider');
    }
  };
  const roundTrip = async (desk: Desk, amount: string, changes: object = {}, by = 'client') => {
    const signer = addressOf(by);
    const escrow = await settle(desk, await desk.prepare('deploy', { ...terms(amount, changes), signer }), by);
    await settle(desk, await desk.prepare('fund', { escrow, amount, signer }), by);
    await payOut(desk, escrow);
  };
  const blockedAt = async (desk: Desk, amount: string, changes: object = {}, signer = client) =>
    takers(await desk.prepare('deploy', { ...terms(amount, changes), signer }), 'stops');

  test('is not earned by an escrow without money', async () => {
    const { desk } = openDesk();
    await settle(desk, await desk.prepare('deploy', terms('0.0000001')));
    expect(await blockedAt(desk, '9000')).toEqual([provider]);
  });

  test('reaches ten times of what was paid out, less what is open, and only for the wallet that paid', async () => {
    const { desk } = openDesk();
    await roundTrip(desk, '1', { disputeResolver: arbiter });
    expect(await blockedAt(desk, '10.1')).toEqual([provider]);
    expect(await blockedAt(desk, '10', { disputeResolver: platform }, arbiter)).toEqual([provider]);
    const small = await desk.prepare('deploy', terms('6'));
    expect([small.status, takers(small, 'warnings')]).toEqual(['prepared', [provider]]);
    const [one, other] = [await settle(desk, small), await settle(desk, await desk.prepare('deploy', terms('6')))];
    const payTo = (escrow: string) => desk.prepare('fund', { escrow, amount: '6', signer: client });
    const second = await payTo(other);
    expect([second.status, takers(second, 'warnings')]).toEqual(['prepared', [provider]]);
    await settle(desk, await payTo(one));
    // It was fine before the other payment.
    expect(await desk.prepare('fund', { id: second.id })).toMatchObject({ status: 'to-confirm' });
    await payOut(desk, one);
    expect(await blockedAt(desk, '6')).toEqual([]);
  });

  test('is not earned by money that the other paid in, or that a decision gave back to the wallet', async () => {
    const { desk } = openDesk();
    const payInto = async (escrow: string, amount: string, by: string) =>
      settle(desk, await desk.prepare('fund', { escrow, amount, signer: addressOf(by) }), by);
    const theirs = await settle(desk, await desk.prepare('deploy', terms('100')));
    await payInto(theirs, '99', 'provider');
    await payInto(theirs, '1', 'client');
    await payOut(desk, theirs);
    expect([await blockedAt(desk, '11'), await blockedAt(desk, '9')]).toEqual([[provider], []]);

    const returned = openDesk().desk;
    const escrow = await escrowOf(returned, terms('100'));
    const step = { escrow, milestone: 1 };
    await settle(returned, await returned.prepare('dispute', { ...step, signer: provider }), 'provider');
    const distributions = [{ address: client, amount: '100' }];
    await settle(returned, await returned.prepare('resolve', { ...step, distributions }));
    expect(await blockedAt(returned, '1')).toEqual([provider]);
  });

  test('covers what was confirmed of an escrow, up to that sum and for that wallet', async () => {
    const { desk } = openDesk();
    const escrow = await settle(desk, await desk.prepare('deploy', terms('30')));
    for (const amount of ['10', '20']) {
      const payment = await desk.prepare('fund', { escrow, amount, signer: client });
      expect([payment.status, takers(payment, 'warnings')]).toEqual(['prepared', [provider]]);
      await settle(desk, payment);
    }
    expect(takers(await desk.prepare('fund', { escrow, amount: '1', signer: arbiter }), 'stops')).toEqual([provider]);
  });

  test('comes from a name seven days after a person set it, never from one that a program set', async () => {
    const { desk, book } = openDesk();
    await book.set('Bob', provider, 'command');
    pass(8);
    expect(await blockedAt(desk, '9000')).toEqual([provider]);
    // Once the person sets it themselves, the days begin.
    await book.set('Bob', provider, 'terminal');
    expect(await blockedAt(desk, '9000')).toEqual([provider]);
    pass(8);
    const prepared = await desk.prepare('deploy', terms('9000'));
    expect(takers(prepared, 'stops')).toEqual([]);
    // Anyone else who opens its page decides by what they know themselves.
    const visitor = desk.page(prepared.signUrl as string, 'a'.repeat(32));
    expect(takers(await visitor.view(), 'stops')).toEqual([provider]);
    await book.set('Bob', arbiter, 'page', provider);
    await book.set('Bob', provider, 'page', arbiter);
    expect(await blockedAt(desk, '9000')).toEqual([provider]);
  });
});

describe('a step', () => {
  const take = async (desk: Desk, step: 'approve' | 'dispute' | 'release', by: string, input: object) =>
    await settle(desk, await desk.prepare(step, { signer: addressOf(by), ...input } as never), by);

  test('is judged by the roles that it changes', async () => {
    const { desk } = openDesk();
    const escrow = await escrowOf(desk, request(), false);
    const stranger = Keypair.random().publicKey();
    const named = { approver: stranger, releaseSigner: stranger, serviceProvider: stranger };
    const milestones = REQUEST.milestones.map((each) => ({ ...each, receiver: stranger }));
    const update = await desk.prepare('update', { escrow, roles: named, milestones });
    expect([update.status, takers(update, 'stops')]).toEqual(['to-confirm', [stranger]]);
    // Nothing else changes who could take it.
    expect(takers(await desk.prepare('update', { escrow, title: 'Another' }), 'stops')).toEqual([]);
  });

  test('gives nothing to sign until the platform confirms it when it adds a milestone for a stranger', async () => {
    const { desk } = openDesk();
    const addMilestones = [{ description: 'More', amount: '5', receiver: STRANGER }];
    const asked = await desk.prepare('update', { escrow: await escrowOf(desk), addMilestones });
    expect(asked).toMatchObject({
      status: 'to-confirm',
      judgement: {
        stops: [
          { code: 'PAYEE_IS_ISSUER', params: { address: STRANGER } },
          { code: 'NAMES_STRANGER', params: { parties: [{ role: 'receiver', address: STRANGER }] } },
        ],
      },
    });
    expect(asked.unsignedXdr).toBeUndefined();
    expect((await desk.renew(asked.id)).unsignedXdr).toBeUndefined();
  });

  test('stays blocked when its blocking warning is removed from the data folder', async () => {
    const folder = temporaryFolder();
    const { desk } = openDesk({ folder });
    const escrow = await escrowOf(desk);
    await take(desk, 'dispute', 'client', { escrow, milestone: 1 });
    const asked = { escrow, milestone: 1, distributions: [{ address: STRANGER, amount: '10.5' }] };
    const { id } = await desk.prepare('resolve', asked);
    const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
    file.exec(`UPDATE handle SET judged = '{"stops":[],"warnings":[],"facts":[]}'`);
    file.close();
    const again = await desk.prepare('resolve', asked);
    expect(again).toMatchObject({ id, status: 'to-confirm', judgement: { stops: [{ code: 'PAYS_STRANGER' }] } });
    expect(again.unsignedXdr).toBeUndefined();
    expect((await confirmed(desk, again)).status).toBe('prepared');
  });

  test('gives nothing to sign until the resolver confirms what stays when it leaves money', async () => {
    const { desk } = openDesk();
    const escrow = await escrowOf(desk);
    await take(desk, 'dispute', 'client', { escrow, milestone: 2 });
    const distributions = [provider, client].map((address) => ({ address, amount: '2' }));
    const prepared = await desk.prepare('resolve', { escrow, milestone: 2, distributions });
    const left = { shared: '4', of: '20', rest: '16', spare: '16', token: 'USDC', milestones: [1], address: arbiter };
    expect(prepared).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'LEAVES_MONEY', params: left }] },
      summary: { left: '26.5', leftFor: { amount: '10.5', milestones: [1] } },
    });
    expect(prepared.unsignedXdr).toBeUndefined();
    await settle(desk, prepared, 'arbiter');
  });

  test('may pay the people of an allowed escrow, but no one whom it brings in', async () => {
    const { desk } = openDesk();
    const escrow = await escrowOf(desk);
    await take(desk, 'approve', 'client', { escrow, milestone: 2 });
    await take(desk, 'dispute', 'client', { escrow, milestone: 1 });
    const distributions = [{ address: STRANGER, amount: '1' }];
    const addMilestones = [{ description: 'More', amount: '5', receiver: STRANGER }];
    for (const counterparties of [[escrow], Object.values(REQUEST.roles)]) {
      const limited = openDesk({ limits: [{ by: 'operator', counterparties }] }).desk;
      expect(await limited.prepare('release', { escrow, milestone: 2 })).toMatchObject({ status: 'prepared' });
      for (const refused of [
        () => limited.prepare('resolve', { escrow, milestone: 1, distributions }),
        () => limited.prepare('update', { escrow, addMilestones }),
      ]) {
        expect(await failure(refused())).toMatchObject({ code: 'LIMIT_REACHED' });
      }
    }
  });

  test('is not sent when it was signed before the terms changed', async () => {
    const { desk } = openDesk();
    const escrow = await escrowOf(desk, request(), false);
    const approval = await desk.prepare('approve', { escrow, milestone: 2 });
    await settle(desk, await desk.prepare('update', { escrow, platformFee: '9' }), 'platform');
    expect(await failure(signAndSend(desk, 'client', approval))).toMatchObject({ code: 'ESCROW_CHANGED' });
    expect(await failure(desk.renew(approval.id))).toMatchObject({ code: 'ESCROW_CHANGED' });
  });
});

test('a payment into an escrow that pays on another blockchain must be confirmed, no matter who prepared it', async () => {
  const TARGET = { domain: 6, recipient: 'ab'.repeat(32) };
  const proxy = await startRpcProxy(sandbox.rpcUrl);
  const own = openDesk({ rpcUrls: [proxy.url] }).desk;
  const escrow = await escrowOf(own, request({}, { kind: 'single' }), false);
  const pay = (desk: Desk) => desk.prepare('fund', { escrow, signer: client, amount: '1', way: 'transfer' });
  const stop = expect.objectContaining({ code: 'CROSS_CHAIN_RECEIVER', params: TARGET });
  expect((await pay(own)).judgement.stops).not.toContainEqual(stop);
  lieAboutEscrows(proxy, (now) => ({ ...now, crossChainReceiver: TARGET }));
  for (const desk of [own, openDesk({ rpcUrls: [proxy.url] }).desk]) {
    const paid = await pay(desk);
    expect(paid.judgement.stops).toContainEqual(stop);
    expect(paid).not.toHaveProperty('unsignedXdr');
  }
});
