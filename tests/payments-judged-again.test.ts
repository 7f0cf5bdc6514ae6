/** Payments that another program made, and payments that no longer make sense when they are sent, on a real ledger. */

import type { createDesk, Desk } from '@countersign/core';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
type Payer = 'client' | 'provider';
const addressOf = (payer: Payer) => sandboxKeypair(payer).publicKey();

const sandbox = await startSandbox({ rateLimit: 0, network });
const desk = createTestDesk({ on: sandbox, network });
afterAll(async () => {
  await desk.close();
  await sandbox.close();
});

type Limits = Parameters<typeof createDesk>[0]['policy']['limits'];

/** A desk with a store of its own. */
function ownDesk(limits: NonNullable<Limits> = [], rpcUrl = sandbox.rpcUrl): Desk {
  return openDeskOfTest({ on: { ...sandbox, rpcUrl }, network, policy: { ...policy, limits } });
}

type Signable = { readonly unsignedXdr?: string | undefined };
function signed({ unsignedXdr }: Signable, by: Payer = 'client'): string {
  return signWith(sandboxKeypair(by), unsignedXdr);
}
const send = async (offer: Signable, by: Payer = 'client', from = desk) =>
  await from.submit({ signedXdr: signed(offer, by) });
let count = 0;
/** An escrow for 30.5 in two milestones. */
async function newEscrow(from = desk, changes: object = {}): Promise<string> {
  count += 1;
  const made = await from.prepare('deploy', { ...REQUEST, engagementId: `paid ${count}`, ...changes });
  expect(await send(made, 'client', from)).toMatchObject({ status: 'settled' });
  return made.contractId;
}
const heldBy = async (escrow: string) => (await desk.get({ contractId: escrow })).held;

const paidAlready = (amount: string) => ({
  code: 'PAID_ALREADY',
  params: {
    amount,
    token: 'USDC',
    at: expect.stringMatching(new RegExp(`^${new Date().toISOString().slice(0, 10)}T`)),
  },
});

test.each(['escrow', 'transfer'] as const)('stops a payment that this payer made elsewhere, way %s', async (way) => {
  const escrow = await newEscrow();
  const asked = { escrow, amount: '10', signer: addressOf('client') };
  const other = ownDesk();
  expect(await send(await other.prepare('fund', { ...asked, way }), 'client', other)).toMatchObject({
    status: 'settled',
  });
  // Another payer's, or of another amount, is another payment.
  expect(await desk.prepare('fund', { ...asked, signer: addressOf('provider') })).toMatchObject({ status: 'prepared' });
  expect(await desk.prepare('fund', { ...asked, amount: '9' })).toMatchObject({ status: 'prepared' });

  const again = await desk.prepare('fund', asked);
  expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [paidAlready('10')] } });
  expect(again).not.toHaveProperty('unsignedXdr');
  const wanted = await desk.confirm(again.id, { amount: '10', shown: again.judgement.key });
  expect(await send(wanted)).toMatchObject({ status: 'settled' });
  expect(await heldBy(escrow)).toBe('20');
  // Its own payment is not found a second time.
  const third = await desk.prepare('fund', asked);
  expect(third.judgement.stops).toEqual([paidAlready('10')]);
});

test('asks for no events while the escrow holds too little for an equal payment to have arrived', async () => {
  const escrow = await newEscrow();
  const asked = { escrow, signer: addressOf('client') };
  await send(await desk.prepare('fund', { ...asked, amount: '1' }));
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  const watched = ownDesk([], rpc.url);
  await watched.prepare('fund', { ...asked, amount: '2' });
  expect(rpc.asked).not.toContain('getEvents');
  await watched.prepare('fund', { ...asked, amount: '1' });
  expect(rpc.asked).toContain('getEvents');
});

test('counts what was paid out already: an equal payment is found, and one beyond the rest is stopped', async () => {
  const escrow = await newEscrow();
  const other = ownDesk();
  const asked = { escrow, amount: '10.5', signer: addressOf('client') };
  expect(await send(await other.prepare('fund', asked), 'client', other)).toMatchObject({ status: 'settled' });
  for (const step of ['approve', 'release'] as const) {
    expect(await send(await desk.prepare(step, { escrow, milestone: 1 }))).toMatchObject({ status: 'settled' });
  }
  expect(await heldBy(escrow)).toBe('0');
  expect((await desk.prepare('fund', asked)).judgement.stops).toEqual([paidAlready('10.5')]);
  expect((await desk.prepare('fund', { ...asked, amount: '20' })).judgement.stops).toEqual([]);
  expect((await desk.prepare('fund', { ...asked, amount: '20.5' })).judgement.stops).toEqual([
    { code: 'MORE_THAN_NEEDED', params: { held: '0', needed: '20', over: '0.5', token: 'USDC' } },
  ]);
});

/** Two payers, each with a payment of the whole amount that was prepared before either paid. */
async function twoPayers(escrow: string, way: 'escrow' | 'transfer' = 'escrow') {
  const prepared = (payer: Payer) => desk.prepare('fund', { escrow, amount: '30.5', signer: addressOf(payer), way });
  return [await prepared('client'), await prepared('provider')] as const;
}
const tooMuch = {
  code: 'MORE_THAN_NEEDED',
  params: { held: '30.5', needed: '30.5', over: '30.5', token: 'USDC' },
};

test.each(['escrow', 'transfer'] as const)('refuses the second of two payments of everything, way %s', async (way) => {
  const escrow = await newEscrow();
  const [one, other] = await twoPayers(escrow, way);
  expect(await send(one)).toMatchObject({ status: 'settled' });
  expect(await failure(send(other, 'provider'))).toMatchObject({
    code: 'CONFIRMATION_NEEDED',
    message: expect.stringContaining('This payment is 30.5 USDC more than the escrow needs'),
  });
  expect(await heldBy(escrow)).toBe('30.5');
  expect(await desk.status(other.id)).toMatchObject({ status: 'to-confirm' });
  const again = await desk.prepare('fund', { escrow, amount: '30.5', signer: addressOf('provider'), way });
  expect(again).toMatchObject({ id: other.id, status: 'to-confirm', judgement: { stops: [tooMuch] } });

  // The person may still want it, and then the signature that was refused is enough.
  await desk.confirm(again.id, { amount: '30.5', shown: again.judgement.key });
  expect(await send(other, 'provider')).toMatchObject({ status: 'settled' });
  expect(await heldBy(escrow)).toBe('61');
});

test('sends one of two payments of everything that are submitted at the same time', async () => {
  const escrow = await newEscrow();
  const [one, other] = await twoPayers(escrow);
  // The first is submitted twice, as a page and a wallet may do.
  const outcomes = await Promise.allSettled([send(one), send(one), send(other, 'provider')]);
  const report = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.status : each.reason.code));
  expect([
    ['settled', 'settled', 'CONFIRMATION_NEEDED'],
    ['CONFIRMATION_NEEDED', 'CONFIRMATION_NEEDED', 'settled'],
  ]).toContainEqual(report);
  expect(await heldBy(escrow)).toBe('30.5');
});

test('sends a signature of unknown outcome again, regardless of the escrow’s balance', async () => {
  const escrow = await newEscrow();
  const [one] = await twoPayers(escrow);
  const wallet = new Server(sandbox.rpcUrl, { allowHttp: true });
  const transaction = TransactionBuilder.fromXdr(signed(one), network.passphrase);
  await wallet.sendTransaction(transaction);
  expect(await send(one)).toMatchObject({ status: 'settled', by: 'ledger' });
  expect(await heldBy(escrow)).toBe('30.5');
});

test('a plain transfer into an escrow that is in dispute by now is refused, and shown with the dispute', async () => {
  const escrow = await newEscrow();
  const asked = { escrow, amount: '12', signer: addressOf('client'), way: 'transfer' } as const;
  const payment = await desk.prepare('fund', asked);
  const disputed = await desk.prepare('dispute', { escrow, milestone: 1, signer: addressOf('provider') });
  expect(await send(disputed, 'provider')).toMatchObject({ status: 'settled' });
  expect(await failure(send(payment))).toMatchObject({
    code: 'ESCROW_CHANGED',
    differences: expect.arrayContaining([expect.objectContaining({ field: expect.stringContaining('disputed') })]),
  });
  const again = await desk.prepare('fund', asked);
  expect(again).toMatchObject({
    id: payment.id,
    status: 'to-confirm',
    judgement: {
      stops: [{ code: 'CAN_TAKE_ALONE', params: { way: 'dispute' } }],
      warnings: [{ code: 'ESCROW_IN_DISPUTE' }],
    },
  });
  const confirmed = await desk.confirm(again.id, { amount: '12', shown: again.judgement.key });
  expect(await send(confirmed as typeof again)).toMatchObject({ status: 'settled' });
});

test('a day’s limit counts escrows and payments together, and an escrow and the payments into it once', async () => {
  const limited = ownDesk([{ by: 'operator', maxPerDay: '70' }]);
  const elsewhere = await newEscrow();
  const own = await newEscrow(limited);
  expect(
    await send(await limited.prepare('fund', { escrow: own, signer: addressOf('client') }), 'client', limited),
  ).toMatchObject({ status: 'settled' });
  const pay = (amount: string) => limited.prepare('fund', { escrow: elsewhere, amount, signer: addressOf('client') });
  expect(await failure(pay('39.6'))).toMatchObject({
    code: 'LIMIT_REACHED',
    message: expect.stringContaining('39.6, after 30.5 today'),
  });
  expect(await pay('20')).toMatchObject({ status: 'prepared' });
  // Beyond what the own escrow is for, its payments count too.
  const more = { escrow: own, signer: addressOf('client') };
  expect(await failure(limited.prepare('fund', { ...more, amount: '19.6' }))).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await failure(newEscrow(limited))).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await limited.prepare('fund', { ...more, amount: '19.5' })).toMatchObject({ status: 'to-confirm' });
});
