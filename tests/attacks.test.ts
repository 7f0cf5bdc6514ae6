/**
 * Attacks that once worked around the comparison of transaction and request, and must no longer work: one test each,
 * on a real ledger, behind a service that lies about what happened.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, openSqliteStore } from '@countersign/core';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  arbiter,
  asked,
  clock,
  counted,
  folder,
  type Lie,
  openDesk,
  sendByWallet,
  service,
  settleAgain,
  settledOf,
  setUpLyingService,
  signed,
  time,
} from './attack-scene.ts';

setUpLyingService();

describe('1. one request makes one escrow', () => {
  test('where the wallet sends the signed transaction by itself', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    await sendByWallet(signed(prepared.unsignedXdr));
    clock.now += 200_000;
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled', by: 'ledger' });
    expect(await settleAgain(desk, prepared.transactionHash, asked())).toBe(1);
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  test('with a restored backup', async () => {
    const [before, after] = [folder(), folder()];
    const desk = openDesk({ dataDir: before });
    const old = await desk.prepare('deploy', asked());
    await desk.close();
    copyFileSync(join(before, 'prepared.sqlite'), join(after, 'prepared.sqlite'));
    clock.now += 80_000;
    const again = openDesk({ dataDir: before });
    const prepared = await again.prepare('deploy', asked());
    expect(prepared.transactionHash).not.toBe(old.transactionHash);
    expect(await again.submit({ signedXdr: signed(prepared.unsignedXdr) })).toMatchObject({ status: 'settled' });
    clock.now += 200_000;
    const restored = openDesk({ dataDir: after });
    expect(await settleAgain(restored, prepared.transactionHash, asked())).toBe(1);
    await expect(restored.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  test('with two desks that know nothing of each other', async () => {
    const [one, other] = [openDesk(), openDesk()];
    const first = await one.prepare('deploy', asked());
    clock.now += 2_000;
    const second = await other.prepare('deploy', asked());
    expect(second.contractId).toBe(first.contractId);
    await one.submit({ signedXdr: signed(first.unsignedXdr) });
    await other.submit({ signedXdr: signed(second.unsignedXdr) }).catch(() => undefined);
    expect(await settledOf(first.transactionHash, second.transactionHash)).toBe(1);
    expect(await settleAgain(other, first.transactionHash, asked())).toBe(1);
    // Equal terms are one escrow, no matter who made it.
    expect(await other.status(second.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });
});

describe('2. no text of the service decides', () => {
  const denied =
    (status: number, message: string): Lie =>
    async (pass) => {
      await pass();
      return { status, body: JSON.stringify({ message, error: 'Bad Request', statusCode: status }) };
    };

  test.each<[string, Lie]>([
    ['forwards it and says that the sequence is bad', denied(400, 'tx_bad_seq')],
    ['forwards it and says that we are not allowed', denied(401, 'Unauthorized')],
    ['forwards it and quotes a title that a counterparty wrote', denied(500, '"Website (tx_failed)" is being indexed')],
  ])('reports what the ledger shows, and prepares nothing again, when it %s', async (_, lie) => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked({ title: 'Website (tx_failed)' }));
    service.lie = lie;
    const signedXdr = signed(prepared.unsignedXdr);
    expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled', by: 'ledger' });
    service.lie = undefined;
    expect(await settleAgain(desk, prepared.transactionHash, asked({ title: 'Website (tx_failed)' }))).toBe(1);
  });

  test('where it denies and forwards later, it is unknown, and then settled', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    const signedXdr = signed(prepared.unsignedXdr);
    service.lie = async () => ({ status: 400, body: JSON.stringify({ message: 'tx_bad_auth', statusCode: 400 }) });
    expect(await desk.submit({ signedXdr })).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('tx_bad_auth'),
    });
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await sendByWallet(signedXdr);
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });
});

test('3. an address that was offered for other terms is not offered again', async () => {
  const desk = openDesk();
  const transactions = await Promise.all(
    ['Website', 'Web site'].map((title) =>
      desk.prepare('deploy', asked({ title, engagementId: `ATTACK-${counted}-${title}` })),
    ),
  );
  expect(new Set(transactions.map(({ contractId }) => contractId)).size).toBe(2);
  // The desk knows both and chooses two addresses; the store refuses to keep the second under the first's.
  const store = openSqliteStore(undefined, 'sandbox', time);
  onTestFinished(() => store.close());
  const [first, second] = transactions as [(typeof transactions)[0], (typeof transactions)[0]];
  const place = (terms: string) => ({
    action: 'deploy' as const,
    request: REQUEST as never,
    id: terms,
    pageId: terms,
    owner: { tenant: 'local', id: 'local' },
    requestKey: terms,
    round: 0,
    terms,
  });
  const offer = ({ transactionHash, unsignedXdr = '' }: typeof first) => ({
    hash: transactionHash,
    unsignedXdr,
    contractId: first.contractId,
    sequence: '1',
    expiresAt: time() + 100_000,
    reasons: [],
  });
  const context = { risk: { stops: [], warnings: [], facts: [] } };
  await store.add(place('one'), offer(first), context);
  await expect(store.add(place('other'), offer(second), context)).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
  });
});

test('4. a settlement that only the service claims is not reported, and balances come from the ledger', async () => {
  const desk = openDesk();
  const prepared = await desk.prepare('deploy', asked());
  service.lie = async () => ({
    status: 200,
    body: JSON.stringify({ status: 'SUCCESS', message: 'settled', contractId: prepared.contractId }),
  });
  const accepted = await desk.submit({ signedXdr: signed(prepared.unsignedXdr), id: prepared.id });
  expect(accepted).toMatchObject({ status: 'accepted', by: 'service' });
  expect(accepted.next).toContain('Do not fund it');
  expect((await desk.status(prepared.id)).status).toBe('accepted');
  clock.now += 200_000;
  expect(await desk.status(prepared.id)).toMatchObject({ status: 'expired', by: 'ledger' });
});

test('5. an outdated version can no longer be sent', async () => {
  const desk = openDesk();
  const milestones = (amount: string) => ({ milestones: [{ description: 'Site', amount }] });
  const old = await desk.prepare('deploy', asked(milestones('400.5')));
  clock.now += 2_000;
  const corrected = await desk.prepare('deploy', asked({ ...milestones('100'), platformFee: 4 }));
  expect(corrected.replaces).toMatchObject({ id: old.id });
  expect(corrected.replaces?.differences).toEqual([
    { field: 'platformFee', asked: '4 %', found: '5 %' },
    { field: 'milestones[0].amount', asked: '100', found: '400.5' },
  ]);
  expect(await desk.status(old.id)).toMatchObject({ status: 'superseded', replacedBy: corrected.id });
  await expect(desk.submit({ signedXdr: signed(old.unsignedXdr) })).rejects.toMatchObject({ code: 'SUPERSEDED' });
  expect(await desk.submit({ signedXdr: signed(corrected.unsignedXdr) })).toMatchObject({ status: 'settled' });
  // Nor by the wallet itself: both have the same sequence number.
  expect(await sendByWallet(signed(old.unsignedXdr))).toBe('ERROR');
  expect(await settledOf(old.transactionHash, corrected.transactionHash)).toBe(1);
  // After one has settled, another version needs the person's confirmation.
  const third = await desk.prepare('deploy', asked(milestones('90')));
  expect(third).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'ANOTHER_VERSION_SETTLED' }] } });
  expect(third).not.toHaveProperty('unsignedXdr');
});

describe('7. a robbery gets no tick', () => {
  const stranger = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(99)).publicKey();
  const inAllRoles = Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, stranger]));

  test('refuses the token contract as receiver', async () => {
    const roles = { ...REQUEST.roles, receiver: REQUEST.trustline.address };
    await expect(openDesk().prepare('deploy', asked({ roles }))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'roles.receiver' }],
    });
  });

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    [
      'one stranger in all six roles, and a fee of 99 %',
      { roles: inAllRoles, platformFee: 99 },
      ['CAN_TAKE_ALONE', 'FEE_ABOVE_STOP'],
    ],
  ])('%s: nothing to sign is given before the person confirms', async (_, changes, codes) => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked(changes));
    expect(prepared.status).toBe('to-confirm');
    expect(prepared).not.toHaveProperty('unsignedXdr');
    expect(prepared.judgement.stops.map(({ code }) => code)).toEqual(codes);
    const pageId = prepared.signUrl?.split('/').at(-1) as string;
    expect((await desk.page(pageId).view()).offer).not.toHaveProperty('unsignedXdr');
    await expect(desk.confirm(prepared.id, { amount: '30', shown: prepared.judgement.key })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    await expect(desk.confirm(prepared.id, { amount: '30.5', shown: 'another' })).rejects.toMatchObject({
      code: 'CONFIRMATION_NEEDED',
    });
    expect(await desk.confirm(prepared.id, { amount: '30.5', shown: prepared.judgement.key })).toMatchObject({
      status: 'prepared',
      unsignedXdr: expect.any(String),
    });
  });

  test('the service’s 0.3 % is among the costs', async () => {
    const { summary } = await openDesk().prepare('deploy', asked());
    expect(summary.costs.total).toEqual({ paid: '30.5', platform: '1.525', service: '0.0915', receiver: '28.8835' });
  });
});

test('9. two people who send the same request get two handles and two links, and see nothing of each other', async () => {
  const desk = openDesk();
  const [ada, bob] = ['ada', 'bob'].map((id) => desk.for({ tenant: 'guild', id })) as [Desk, Desk];
  const [hers, his] = await Promise.all([ada.prepare('deploy', asked()), bob.prepare('deploy', asked())]);
  expect(his.id).not.toBe(hers.id);
  expect(his.signUrl).not.toBe(hers.signUrl);
  for (const reference of [hers.id, hers.transactionHash]) {
    await expect(bob.status(reference)).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  }
  expect(await ada.submit({ signedXdr: signed(hers.unsignedXdr) })).toMatchObject({ status: 'settled' });
  await bob.submit({ signedXdr: signed(his.unsignedXdr) }).catch(() => undefined);
  expect(await settledOf(hers.transactionHash, his.transactionHash)).toBe(1);
});

describe('10. clocks and sequence numbers', () => {
  test('a clock that is set back an hour does not leave a transaction “sending” for an hour', async () => {
    const dataDir = folder();
    let isDead = false;
    const dying = openDesk({
      dataDir,
      reached: (step) => {
        if (step === 'claimed' && !isDead) {
          isDead = true;
          throw new Error('killed');
        }
      },
    });
    const prepared = await dying.prepare('deploy', asked());
    const signedXdr = signed(prepared.unsignedXdr);
    await dying.submit({ signedXdr }).catch(() => undefined);
    const desk = openDesk({ dataDir, now: () => time() - 3_600_000 });
    expect((await desk.status(prepared.id)).status).not.toBe('sending');
    expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled' });
  });

  test('another account’s transaction in between is waited for, not signed over', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    const other = await desk.prepare('deploy', asked({ engagementId: `ATTACK-${counted}-other` }));
    await sendByWallet(signed(other.unsignedXdr));
    await expect(desk.submit({ signedXdr: signed(prepared.unsignedXdr) })).rejects.toMatchObject({
      code: 'TRANSACTION_DISPLACED',
      message: expect.stringContaining('another transaction of the signing account instead: a new escrow'),
    });
    const renewed = await desk.prepare('deploy', { id: prepared.id });
    expect(await desk.submit({ signedXdr: signed(renewed.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });
});

test('does not send a declined transaction, and tells the assistant the reason', async () => {
  const desk = openDesk();
  const prepared = await desk.prepare('deploy', asked({ roles: { ...REQUEST.roles, receiver: arbiter.address } }));
  const page = desk.page(prepared.signUrl?.split('/').at(-1) as string);
  await page.decline('Wrong receiver: it should be the designer.');
  expect(await desk.status(prepared.id)).toMatchObject({
    status: 'declined',
    detail: 'Wrong receiver: it should be the designer.',
  });
  await expect(desk.submit({ signedXdr: signed(prepared.unsignedXdr) })).rejects.toMatchObject({ code: 'DECLINED' });
  await expect(desk.prepare('deploy', { id: prepared.id })).rejects.toMatchObject({ code: 'DECLINED' });
});
