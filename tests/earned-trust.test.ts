/** Trust is earned with money, and belongs to the wallet that signs: what makes somebody known, and what does not. */
import type { BlockingWarning, Warning } from '@countersign/core/words';
import { describe, expect, test } from 'vitest';
import {
  arbiter,
  client,
  deploy,
  openDesk,
  type PersonsDesk,
  pass,
  pay,
  payOut,
  platform,
  roundTrip,
  settle,
  setUpSandbox,
  stranger,
  terms,
} from './trust-scene.ts';

setUpSandbox();

type Judged = {
  readonly judgement: { readonly stops: readonly BlockingWarning[]; readonly warnings: readonly Warning[] };
};
const takers = ({ judgement }: Judged, list: 'stops' | 'warnings'): string[] =>
  judgement[list].flatMap((each) =>
    each.code === 'CAN_TAKE_ALONE' || each.code === 'KNOWN_CAN_TAKE_ALONE' ? [each.params.address] : [],
  );

/** Who is a blocking warning of a deploy of this amount by the client. */
const blockedAt = async (desk: PersonsDesk, amount: string, roles: object = {}, signer = client) =>
  takers(await desk.prepare('deploy', { ...terms(amount, roles), signer }), 'stops');

test('blocks 9,000 to a stranger after one unfunded escrow of 0.0000001 with them, at deploy and payment', async () => {
  const { desk } = openDesk();
  await deploy(desk, terms('0.0000001'));
  const large = await desk.prepare('deploy', terms('9000'));
  expect(large.status).toBe('to-confirm');
  expect(takers(large, 'stops')).toEqual([stranger]);
  // Nor is it evidence where another signs: the stranger needs no protection from themselves.
  const theirs = await deploy(desk, terms('9000'), 'provider');
  const paid = await desk.prepare('fund', { escrow: theirs, amount: '9000', signer: client });
  expect([paid.status, takers(paid, 'stops')]).toEqual(['to-confirm', [stranger]]);
});

test('blocks 9,000 after a round trip of 1, and warns of 10', async () => {
  const { desk } = openDesk();
  await roundTrip(desk, '1');
  expect(await blockedAt(desk, '9000')).toEqual([stranger]);
  expect(await blockedAt(desk, '10.1')).toEqual([stranger]);
  const small = await desk.prepare('deploy', terms('10'));
  expect([small.status, takers(small, 'stops'), takers(small, 'warnings')]).toEqual(['prepared', [], [stranger]]);
  // Anyone who pays into it reads it again.
  const escrow = await settle(desk, small);
  const payment = await desk.prepare('fund', { escrow, amount: '10', signer: client });
  expect([payment.status, takers(payment, 'warnings')]).toEqual(['prepared', [stranger]]);
});

test('counts what could be taken from the wallet’s other open escrows', async () => {
  const { desk } = openDesk();
  await roundTrip(desk, '1');
  const [one, other] = [await deploy(desk, terms('6')), await deploy(desk, terms('6'))];
  const payTo = (escrow: string) => desk.prepare('fund', { escrow, amount: '6', signer: client });
  const second = await payTo(other);
  expect(second.status).toBe('prepared');
  await pay(desk, one, '6');
  // It was fine before the other payment.
  expect(await desk.prepare('fund', { id: second.id })).toMatchObject({ status: 'to-confirm' });
  expect(await blockedAt(desk, '6')).toEqual([stranger]);
  await payOut(desk, one);
  expect(await blockedAt(desk, '6')).toEqual([]);
});

describe('two accounts of one attacker, after a round trip of 1', () => {
  const roles = { approver: platform, platformAddress: platform, release: platform };
  const afterRoundTrip = async (changes: object) => {
    const { desk } = openDesk();
    const escrow = await deploy(desk, terms('1', roles, changes));
    await pay(desk, escrow, '1');
    await payOut(desk, escrow, 'platform', changes === SINGLE ? {} : undefined);
    return desk;
  };
  const SINGLE = { kind: 'single' };

  test('are a blocking warning of 9,000 where one of them could add a milestone', async () => {
    const desk = await afterRoundTrip({});
    expect(await blockedAt(desk, '9000', roles)).toEqual([platform]);
    expect(await blockedAt(desk, '10', roles)).toEqual([]);
  });

  test('are a warning of 9,000 where they need each other', async () => {
    const desk = await afterRoundTrip(SINGLE);
    const together = expect.objectContaining({
      code: 'CAN_TAKE_TOGETHER',
      params: expect.objectContaining({ way: 'release', parties: expect.arrayContaining([{ address: stranger }]) }),
    });
    expect((await desk.prepare('deploy', terms('9000', roles, SINGLE))).judgement.warnings).toContainEqual(together);
    const small = (await desk.prepare('deploy', terms('10', roles, SINGLE))).judgement;
    expect([small.warnings, small.facts]).toEqual([[], expect.arrayContaining([together])]);
  });
});

describe('is no evidence for this wallet', () => {
  test('is a payment from another wallet of the same owner', async () => {
    const { desk } = openDesk();
    await roundTrip(desk, '100', { disputeResolver: arbiter }, 'arbiter');
    expect(await blockedAt(desk, '10', { disputeResolver: arbiter }, arbiter)).toEqual([]);
    expect(await blockedAt(desk, '10')).toEqual([stranger]);
  });

  test('an escrow that the stranger funded', async () => {
    const { desk } = openDesk();
    const escrow = await deploy(desk, terms('100'));
    await pay(desk, escrow, '99', 'provider');
    await pay(desk, escrow, '1');
    await payOut(desk, escrow);
    expect(await blockedAt(desk, '11')).toEqual([stranger]);
    expect(await blockedAt(desk, '9')).toEqual([]);
  });

  test('money that came back to the wallet itself', async () => {
    const { desk } = openDesk();
    const escrow = await deploy(desk, terms('100', {}, { platformFee: 0 }));
    await pay(desk, escrow, '100');
    const step = { escrow, milestone: 1 };
    await settle(desk, await desk.prepare('dispute', { ...step, signer: stranger }), 'provider');
    const distributions = [{ address: client, amount: '100' }];
    await settle(desk, await desk.prepare('resolve', { ...step, signer: client, distributions }));
    expect(await blockedAt(desk, '1')).toEqual([stranger]);
  });

  test('the address book of another who prepares for it', async () => {
    const { desk, book } = openDesk();
    await book.set('Bob', stranger, 'page');
    pass(8);
    const prepared = await desk.prepare('deploy', terms('9000'));
    expect(prepared.status).toBe('prepared');
    // Anyone else who opens its page decides by what they know themselves.
    const visitor = desk.page(prepared.signUrl as string, 'a'.repeat(32));
    expect(takers(await visitor.view(), 'stops')).toEqual([stranger]);
  });
});

test('knows an arbiter and a platform after an escrow that ended as agreed, up to ten times of it', async () => {
  const { desk } = openDesk();
  const roles = { approver: client, release: client, disputeResolver: arbiter, platformAddress: platform };
  const escrow = await deploy(desk, terms('5', roles));
  await pay(desk, escrow, '5');
  await payOut(desk, escrow, 'client');
  const alone = { approver: arbiter, release: arbiter, receiver: arbiter };
  expect(await blockedAt(desk, '50', alone)).toEqual([]);
  expect(await blockedAt(desk, '51', alone)).toEqual([arbiter]);
});

test('asks once for an escrow that was confirmed, up to the sum and in the roles that were confirmed', async () => {
  const { desk } = openDesk();
  const escrow = await deploy(desk, terms('30'));
  for (const amount of ['10', '20']) {
    const payment = await desk.prepare('fund', { escrow, amount, signer: client });
    expect([payment.status, takers(payment, 'warnings')]).toEqual(['prepared', [stranger]]);
    await settle(desk, payment);
  }
  // Of another wallet it was not confirmed.
  const theirs = await desk.prepare('fund', { escrow, amount: '1', signer: arbiter });
  expect(takers(theirs, 'stops')).toEqual([stranger]);
});

test('counts a confirmation of a payment for later ones up to that sum alone', async () => {
  const { desk } = openDesk();
  const escrow = await deploy(desk, terms('30'), 'provider');
  const of = async (amount: string) => await desk.prepare('fund', { escrow, amount, signer: client });
  const first = await of('20');
  expect(takers(first, 'stops')).toEqual([stranger]);
  await settle(desk, first);
  expect(takers(await of('5'), 'stops')).toEqual([stranger]);
});

test('never counts an address that a program added, and counts seven days from the last change', async () => {
  const { desk, book } = openDesk();
  await book.set('Bob', stranger, 'command');
  pass(8);
  expect(await blockedAt(desk, '9000')).toEqual([stranger]);
  // Once the person sets it themselves, the days begin.
  await book.set('Bob', stranger, 'terminal');
  expect(await blockedAt(desk, '9000')).toEqual([stranger]);
  pass(8);
  expect(await blockedAt(desk, '9000')).toEqual([]);
  await book.set('Bob', arbiter, 'page', stranger);
  await book.set('Bob', stranger, 'page', arbiter);
  expect(await blockedAt(desk, '9000')).toEqual([stranger]);
});

test('keeps what a fee and known people are warned of when a deal is repeated with the same people', async () => {
  const { desk } = openDesk();
  const usual = { approver: client, release: client, platformAddress: platform, disputeResolver: arbiter };
  await deploy(desk, terms('1', usual, { platformFee: 0.05 }));
  const again = await desk.prepare('deploy', terms('9000', usual, { platformFee: 19.9 }));
  expect(again.judgement.warnings).toContainEqual({
    code: 'FEE_UNLIKE_BEFORE',
    params: { percent: '19.9', before: '0.05', address: platform },
  });
  const same = await desk.prepare('deploy', terms('9000', usual, { platformFee: 0.05 }));
  expect([...same.judgement.warnings, ...same.judgement.facts].map(({ code }) => code)).toEqual(
    expect.arrayContaining(['FEE_LOOKS_LIKE_FRACTION', 'CAN_TAKE_TOGETHER']),
  );
});
