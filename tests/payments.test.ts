/**
 * Payments into an escrow, from request to settlement: behind a Stellar RPC that lies, made by another program, and no
 * longer sensible when they are sent.
 */
import type { Desk } from '@countersign/core';
import type { CountersignError } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import { spokenFields } from '@countersign/core/words/problems';
import { failure } from '@countersign/testkit/desk/failure';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addressOf, client, confirmed, escrowOf, network, openJudgedScene, request, settle } from './judged-scene.ts';

const { sandbox, openDesk } = await openJudgedScene();
afterAll(() => sandbox.close());

type Reply = { result?: Record<string, unknown> };
/** A desk whose Stellar RPC is the sandbox's, except that each answer of the method is altered. */
async function lyingDesk(method: string, lie: (reply: Reply) => Reply, folder?: string): Promise<Desk> {
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  rpc.answer = async (asked, pass) => (asked.method === method ? lie(await pass()) : await pass());
  return openDesk({ rpcUrls: [rpc.url], folder }).desk;
}
/** Replaces bytes in each ledger entry of an answer. */
const replacing = (before: string, after: string) => (reply: Reply) => {
  const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
  for (const entry of entries) {
    const hex = Buffer.from(entry.xdr, 'base64').toString('hex');
    entry.xdr = Buffer.from(hex.replaceAll(before, after), 'hex').toString('base64');
  }
  return reply;
};
const heldBy = async (escrow: string) => (await openDesk().desk.get({ contractId: escrow })).held;
/** An escrow for 30.5 that no one has paid. */
const unpaid = () => escrowOf(openDesk().desk, request(), false);

test('one id is one payment, which arrives to the last unit', async () => {
  const { desk } = openDesk();
  const escrow = await unpaid();
  const asked = { signer: client, escrow, amount: '12.3456789' };
  const prepared = await desk.prepare('fund', asked);
  expect(prepared).toMatchObject({
    ...{ status: 'prepared', checked: 'verified', contractId: escrow },
    summary: { signer: client, escrow, amount: '12.3456789', token: { code: 'USDC' } },
  });
  // A repeated request gives the same transaction, and so does its id.
  for (const again of [asked, { id: prepared.id }]) {
    expect((await desk.prepare('fund', again)).transactionHash).toBe(prepared.transactionHash);
  }
  await expect(desk.prepare('deploy', { id: prepared.id })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  const settlement = await signAndSend(desk, 'client', prepared);
  expect(settlement).toMatchObject({ by: 'ledger', contractId: escrow, next: expect.stringContaining('arrived') });
  expect(await heldBy(escrow)).toBe('12.3456789');
  expect(await signAndSend(desk, 'client', prepared)).toEqual(settlement);
});

test('an equal payment is blocked until the person types the amount, which covers one', async () => {
  const { desk } = openDesk();
  const asked = { signer: client, escrow: await unpaid(), amount: '5' };
  await settle(desk, await desk.prepare('fund', asked));
  const again = await desk.prepare('fund', asked);
  const stop = { code: 'PAID_ALREADY', params: { amount: '5', token: 'USDC', at: expect.any(String) } };
  expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop] } });
  expect(again).not.toHaveProperty('unsignedXdr');
  const mistyped = desk.confirm(again.id, { amount: '50', shown: again.judgement.key });
  await expect(mistyped).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(await heldBy(asked.escrow)).toBe('5');
  await settle(desk, again);
  expect(await heldBy(asked.escrow)).toBe('10');
  expect(await desk.prepare('fund', asked)).toMatchObject({ status: 'to-confirm' });
});

test('names what is wrong with a payment that cannot succeed', async () => {
  const { desk } = openDesk();
  const asked = { signer: client, escrow: await unpaid(), amount: '1' };
  const nowhere = encodeStrKey('contract', new Uint8Array(32).fill(6));
  const problemOf = (change: Record<string, unknown>) =>
    desk.prepare('fund', { ...asked, ...change }).then(
      () => 'prepared',
      (error: CountersignError) =>
        spokenFields(error, 'en')
          .map(({ path, problem }) => `${path} ${problem}`)
          .join('; '),
    );
  expect(await problemOf({ amount: '999999999' })).toMatch(/^Amount is more than the payer holds: \d/);
  expect(await problemOf({ escrow: nowhere })).toMatch(/^Escrow is an address with no contract/);
  expect(await problemOf({ escrow: REQUEST.trustline.address })).toMatch(/^Escrow is a contract that is not an escrow/);
  expect(await problemOf({ trustline: { address: nowhere } })).toMatch(/^Token differs from the escrow’s token/);
  // Only the ledger says what its contract must find.
  expect(await problemOf({ expected: 'AAAA', code: 'ab' })).toBe(
    'Code is read from the ledger; leave it out; Expected is read from the ledger; leave it out',
  );
});

describe('a Stellar RPC that lies', () => {
  test('gives nothing to sign when it injects an authorisation', async () => {
    const desk = await lyingDesk('simulateTransaction', (reply) => {
      const [first] = (reply.result?.['results'] ?? []) as { auth?: string[] }[];
      if (first?.auth?.[0] === undefined) return reply;
      const entry = xdr.SorobanAuthorizationEntry.fromXdr(first.auth[0], 'base64');
      first.auth = [entry, entry].map((one) => one.toXdr('base64'));
      return reply;
    });
    const payment = { signer: client, escrow: await unpaid(), amount: '1', way: 'transfer' } as const;
    await expect(desk.prepare('fund', payment)).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      differences: expect.arrayContaining([expect.objectContaining({ field: 'authorisation' })]),
    });
  });

  test('keeps a payment through the contract from being sent when it reports another title', async () => {
    const [title, other] = ['Logo of ours', 'Xogo of ours'];
    const escrow = await escrowOf(openDesk().desk, request({}, { title }), false);
    let isChanged = false;
    const change = replacing(...([title, other].map((text) => Buffer.from(text).toString('hex')) as [string, string]));
    const desk = await lyingDesk('getLedgerEntries', (reply) => (isChanged ? change(reply) : reply));
    const prepared = await desk.prepare('fund', { signer: client, escrow, amount: '1' });
    isChanged = true;
    const changed = {
      code: 'ESCROW_CHANGED',
      differences: [{ field: 'escrow.title', asked: title, found: other }],
    };
    await expect(signAndSend(desk, 'client', prepared)).rejects.toMatchObject(changed);
    await expect(desk.prepare('fund', { id: prepared.id })).rejects.toMatchObject(changed);
  });

  test.each(['escrow', 'transfer'] as const)(
    'keeps a payment by %s from being sent when the code differs',
    async (way) => {
      const folder = temporaryFolder();
      const prepared = await openDesk({ folder }).desk.prepare('fund', {
        ...{ signer: client, escrow: await unpaid(), amount: '1', way },
      });
      // A desk that has seen the code of such a contract does not read it again: its functions cannot change it.
      const [asked, found] = [String(network.wasmHash), 'ab'.repeat(32)];
      const another = await lyingDesk('getLedgerEntries', replacing(asked, found), folder);
      await expect(signAndSend(another, 'client', prepared)).rejects.toMatchObject({
        code: 'ESCROW_CHANGED',
        differences: [{ field: 'contract code', asked, found }],
      });
    },
  );

  test('brings no one into an escrow whom the limits do not allow', async () => {
    const [before, now] = [REQUEST.roles.serviceProvider, addressOf('stranger')];
    const keys = [before, now].map((address) =>
      Buffer.from(Keypair.fromPublicKey(address).rawPublicKey()).toString('hex'),
    ) as [string, string];
    const rpc = await startRpcProxy(sandbox.rpcUrl);
    const issuer = String(network.tokens[0]?.issuer);
    const counterparties = [...Object.values(REQUEST.roles), issuer];
    const { desk } = openDesk({ rpcUrls: [rpc.url], limits: [{ by: 'operator', counterparties }] });
    const escrow = await escrowOf(desk, request(), false);
    expect(await desk.prepare('fund', { escrow, signer: client, amount: '1' })).toMatchObject({ status: 'prepared' });
    rpc.answer = async ({ method }, pass) =>
      method === 'getLedgerEntries' ? replacing(...keys)(await pass()) : await pass();
    for (const way of ['escrow', 'transfer'] as const) {
      const refused = desk.prepare('fund', { escrow, signer: client, amount: '2', way });
      await expect(refused).rejects.toMatchObject({ code: 'LIMIT_REACHED', message: expect.stringContaining(now) });
    }
  });
});

const paidAlready = (amount: string) => ({
  code: 'PAID_ALREADY',
  params: { amount, token: 'USDC', at: expect.stringContaining(new Date().toISOString().slice(0, 10)) },
});

describe('a payment that another program made', () => {
  test.each(['escrow', 'transfer'] as const)('blocks an equal one of this payer, way %s', async (way) => {
    const escrow = await unpaid();
    const [desk, other] = [openDesk().desk, openDesk().desk];
    const asked = { escrow, amount: '10', signer: client };
    await settle(other, await other.prepare('fund', { ...asked, way }));
    // Another payer's, or of another amount, is another payment.
    for (const change of [{ signer: addressOf('provider') }, { amount: '9' }]) {
      expect(await desk.prepare('fund', { ...asked, ...change })).toMatchObject({ status: 'prepared' });
    }
    const again = await desk.prepare('fund', asked);
    expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [paidAlready('10')] } });
    expect(again).not.toHaveProperty('unsignedXdr');
    await settle(desk, again);
    expect(await heldBy(escrow)).toBe('20');
    // Its own payment is not found a second time.
    expect((await desk.prepare('fund', asked)).judgement.stops).toEqual([paidAlready('10')]);
  });

  test('is found after it was paid out, and one beyond the rest is blocked', async () => {
    const escrow = await unpaid();
    const [desk, other] = [openDesk().desk, openDesk().desk];
    const asked = { escrow, amount: '10.5', signer: client };
    await settle(other, await other.prepare('fund', asked));
    for (const step of ['approve', 'release'] as const)
      await settle(desk, await desk.prepare(step, { escrow, milestone: 1 }));
    expect(await heldBy(escrow)).toBe('0');
    const stopsOf = async (amount: string) => (await desk.prepare('fund', { ...asked, amount })).judgement.stops;
    expect([await stopsOf('10.5'), await stopsOf('20'), await stopsOf('20.5')]).toEqual([
      [paidAlready('10.5')],
      [],
      [{ code: 'MORE_THAN_NEEDED', params: { held: '0', needed: '20', over: '0.5', token: 'USDC' } }],
    ]);
  });
});

describe('two payments of everything, both prepared before either is sent', () => {
  async function twoPayers(way: 'escrow' | 'transfer' = 'escrow') {
    const { desk } = openDesk();
    const escrow = await unpaid();
    const prepared = (payer: string) => desk.prepare('fund', { escrow, amount: '30.5', signer: addressOf(payer), way });
    return { desk, escrow, prepared, one: await prepared('client'), other: await prepared('provider') };
  }

  test.each(['escrow', 'transfer'] as const)(
    'settle one, and the second once its payer confirms it, way %s',
    async (way) => {
      const { desk, escrow, prepared, one, other } = await twoPayers(way);
      await settle(desk, one);
      expect(await failure(signAndSend(desk, 'provider', other))).toMatchObject({
        code: 'CONFIRMATION_NEEDED',
        message: expect.stringContaining('This payment is 30.5 USDC more than the escrow needs'),
      });
      expect(await heldBy(escrow)).toBe('30.5');
      const again = await prepared('provider');
      const params = { held: '30.5', needed: '30.5', over: '30.5', token: 'USDC' };
      const judgement = { stops: [{ code: 'MORE_THAN_NEEDED', params }] };
      expect(again).toMatchObject({ id: other.id, status: 'to-confirm', judgement });
      // The person may still want it, and then the signature that was refused is enough.
      await confirmed(desk, again);
      await signAndSend(desk, 'provider', other);
      expect(await heldBy(escrow)).toBe('61');
    },
  );

  test('settle one when they are submitted at the same time', async () => {
    const { desk, escrow, one, other } = await twoPayers();
    // The first is submitted twice, as a page and a wallet may do.
    const sends = [
      signAndSend(desk, 'client', one),
      signAndSend(desk, 'client', one),
      signAndSend(desk, 'provider', other),
    ];
    const outcomes = await Promise.allSettled(sends);
    const report = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.status : each.reason.code));
    const [sent, refused] = ['settled', 'CONFIRMATION_NEEDED'];
    expect([
      [sent, sent, refused],
      [refused, refused, sent],
    ]).toContainEqual(report);
    expect(await heldBy(escrow)).toBe('30.5');
  });
});

test('refuses a plain transfer into an escrow that is in dispute by now, and shows it with the dispute', async () => {
  const { desk } = openDesk();
  const escrow = await escrowOf(desk, request(), false);
  const asked = { escrow, amount: '12', signer: client, way: 'transfer' } as const;
  const payment = await desk.prepare('fund', asked);
  const dispute = await desk.prepare('dispute', { escrow, milestone: 1, signer: addressOf('provider') });
  await settle(desk, dispute, 'provider');
  expect(await failure(signAndSend(desk, 'client', payment))).toMatchObject({ code: 'ESCROW_CHANGED' });
  const again = await desk.prepare('fund', asked);
  expect(again).toMatchObject({
    ...{ id: payment.id, status: 'to-confirm' },
    judgement: {
      stops: [{ code: 'CAN_TAKE_ALONE', params: { way: 'dispute' } }],
      warnings: [{ code: 'ESCROW_IN_DISPUTE' }],
    },
  });
  await settle(desk, again);
});
