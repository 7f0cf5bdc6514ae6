/** A payment into an escrow, from request to settlement, on a real ledger behind an RPC that lies or loses answers. */
import { openSqliteStore } from '@countersign/core';
import type { CountersignError } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { spokenFields } from '@countersign/core/words/problems';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { client, escrow, held, lyingDesk, payment, setUpSandbox, signed, usdc } from './fund-scene.ts';

setUpSandbox();

test('prepared, signed and settled, it arrives to the last unit, and one handle is one payment', async () => {
  const desk = await lyingDesk({});
  const before = await held(desk);
  const asked = { ...payment(), amount: '12.3456789' };
  const prepared = await desk.prepare('fund', asked);
  expect(prepared).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    contractId: escrow,
    summary: { signer: client.publicKey(), escrow, amount: '12.3456789', token: { code: 'USDC' } },
  });
  // A repeated request gives the same transaction, and so does its id.
  expect((await desk.prepare('fund', asked)).transactionHash).toBe(prepared.transactionHash);
  expect((await desk.prepare('fund', { id: prepared.id })).transactionHash).toBe(prepared.transactionHash);
  await expect(desk.prepare('deploy', { id: prepared.id })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  const settlement = await desk.submit({ signedXdr: signed(prepared), id: prepared.id });
  expect(settlement).toMatchObject({
    status: 'settled',
    transactionHash: prepared.transactionHash,
    by: 'ledger',
    contractId: escrow,
    next: expect.stringContaining('arrived'),
  });
  expect((await held(desk)) - before).toBeCloseTo(12.3456789, 7);
  expect(await desk.submit({ signedXdr: signed(prepared), id: prepared.id })).toEqual(settlement);
  expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled' });
});

test('nothing is paid twice unasked: an equal payment is a stop until the person types the amount', async () => {
  const desk = await lyingDesk({});
  const before = await held(desk);
  const asked = payment();
  const pay = async (offer: { readonly id: string; readonly unsignedXdr?: string | undefined }) =>
    await desk.submit({ signedXdr: signed(offer), id: offer.id });
  await pay(await desk.prepare('fund', asked));
  for (const _ of [1, 2]) {
    const again = await desk.prepare('fund', asked);
    expect(again).toMatchObject({
      status: 'to-confirm',
      judgement: {
        stops: [{ code: 'PAID_ALREADY', params: { amount: asked.amount, token: 'USDC', at: expect.any(String) } }],
      },
    });
    expect(again).not.toHaveProperty('unsignedXdr');
    expect(await desk.status(again.id)).toMatchObject({ status: 'to-confirm' });
    await expect(
      desk.confirm(again.id, { amount: `${asked.amount}0`, shown: again.judgement.key }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  }
  expect((await held(desk)) - before).toBe(Number(asked.amount));

  // An equal instalment that the person wants.
  const { id, judgement } = await desk.prepare('fund', asked);
  await desk.confirm(id, { amount: asked.amount, shown: judgement.key });
  const wanted = await desk.prepare('fund', { id });
  expect(wanted).toMatchObject({ status: 'prepared', unsignedXdr: expect.any(String) });
  expect(await pay(wanted)).toMatchObject({ status: 'settled' });
  expect((await held(desk)) - before).toBe(2 * Number(asked.amount));
  // That confirmation covered one payment.
  expect(await desk.prepare('fund', asked)).toMatchObject({ status: 'to-confirm' });
});

test('refuses an authorisation that the RPC injects before anyone signs', async () => {
  const desk = await lyingDesk({
    simulateTransaction: (reply) => {
      const [first] = (reply.result?.['results'] ?? []) as { auth?: string[] }[];
      if (first?.auth?.[0] === undefined) return reply;
      const entry = xdr.SorobanAuthorizationEntry.fromXdr(first.auth[0], 'base64');
      first.auth = [entry, entry].map((one) => one.toXdr('base64'));
      return reply;
    },
  });
  await expect(desk.prepare('fund', payment())).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
    differences: expect.arrayContaining([expect.objectContaining({ field: 'authorisation' })]),
  });
});

test('reads the outcome from the ledger when the answer to a submission is lost', async () => {
  const desk = await lyingDesk({ sendTransaction: () => undefined });
  const before = await held(desk);
  const asked = payment();
  const prepared = await desk.prepare('fund', asked);
  expect(await desk.submit({ signedXdr: signed(prepared), id: prepared.id })).toMatchObject({
    status: 'settled',
    by: 'ledger',
  });
  expect((await held(desk)) - before).toBe(Number(asked.amount));
});

test('a meaningless answer to a submission leaves the outcome unknown, not the payment unsent', async () => {
  const lost = { oldestLedgerCloseTime: '1', latestLedgerCloseTime: '2', status: 'NOT_FOUND' };
  const desk = await lyingDesk({
    sendTransaction: () => ({ result: {} }),
    getTransaction: () => ({ result: lost }),
  });
  const prepared = await desk.prepare('fund', payment());
  const patience = AbortSignal.timeout(1_500);
  const given = { signedXdr: signed(prepared), id: prepared.id };
  expect(await desk.submit(given, { signal: patience })).toMatchObject({ status: 'unknown' });
});

test('a payment that was changed after it was prepared is not sent', async () => {
  const desk = await lyingDesk({});
  const prepared = await desk.prepare('fund', payment());
  const other = await desk.prepare('fund', payment());
  await expect(desk.submit({ signedXdr: signed(other), id: prepared.id })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
  const foreign = await (await lyingDesk({})).prepare('fund', { ...payment(), amount: '77' });
  await expect(desk.submit({ signedXdr: signed(foreign), id: prepared.id })).rejects.toMatchObject({
    code: 'TRANSACTION_CHANGED',
    differences: expect.arrayContaining([expect.anything()]),
  });
});

test('the escrow’s contract is called unless a transfer is requested, and each is described as what it is', async () => {
  const desk = await lyingDesk({});
  const { trustline: _, ...asked } = payment();
  const before = await held(desk);
  const prepared = await desk.prepare('fund', asked);
  expect(prepared).toMatchObject({
    checked: 'verified',
    summary: {
      way: 'escrow',
      title: requestInput()['title'],
      amount: asked.amount,
      token: { code: 'USDC' },
      warnings: [],
    },
    judgement: {
      stops: [],
      warnings: [
        { code: 'ESCROW_FROM_ELSEWHERE' },
        { code: 'CAN_TAKE_TOGETHER', params: { way: 'release' } },
        { code: 'ACCOUNT_MISSING', params: { role: 'receiver' } },
      ],
      facts: [
        {
          code: 'AFTER_PAYMENT',
          params: { held: expect.stringMatching(/^\d/), needed: '450.5', token: 'USDC' },
        },
        { code: 'ONLY_RESOLVER_MOVES', params: { address: expect.stringMatching(/^G/) } },
        { code: 'CAN_TAKE_TOGETHER', params: { way: 'milestone' } },
        { code: 'CAN_TAKE_TOGETHER', params: { way: 'dispute' } },
      ],
    },
  });
  expect(await desk.submit({ signedXdr: signed(prepared), id: prepared.id })).toMatchObject({ status: 'settled' });
  expect((await held(desk)) - before).toBeCloseTo(Number(asked.amount), 7);

  // The same payment the other way would be a second payment.
  const plain = await desk.prepare('fund', { ...asked, way: 'transfer' });
  expect(plain).toMatchObject({
    status: 'to-confirm',
    summary: { way: 'transfer', warnings: [expect.stringContaining('plain payment')] },
    judgement: { stops: [{ code: 'PAID_ALREADY', params: { amount: asked.amount } }] },
  });
});

test('a payment that cannot succeed is not offered, and the error says what to do', async () => {
  const desk = await lyingDesk({});
  const { trustline: _, ...asked } = payment();
  const problemOf = (change: Record<string, unknown>) =>
    desk.prepare('fund', { ...asked, ...change }).then(
      () => 'offered',
      (error: CountersignError) =>
        spokenFields(error, 'en')
          .map(({ path, problem }) => `${path} ${problem}`)
          .join('; '),
    );
  expect(await problemOf({ amount: '999999999' })).toMatch(/^Amount is more than the payer holds: \d/);
  expect(await problemOf({ escrow: encodeStrKey('contract', new Uint8Array(32).fill(6)) })).toMatch(
    /^Escrow is an address with no contract/,
  );
  expect(await problemOf({ escrow: usdc.address })).toMatch(/^Escrow is a contract that is not an escrow/);
  expect(await problemOf({ trustline: { address: encodeStrKey('contract', new Uint8Array(32).fill(6)) } })).toMatch(
    /^Token differs from the escrow’s token, which is USDC/,
  );
  // Only the ledger says what its contract must find.
  expect(await problemOf({ expected: 'AAAA', code: 'ab' })).toBe(
    'Code is read from the ledger; leave it out; Expected is read from the ledger; leave it out',
  );
});

test('an escrow that has changed is not paid through its contract: the change is reported, and nothing is sent', async () => {
  let isChanged = false;
  const title = requestInput()['title'] as string;
  const other = title.replace(/^./, 'X');
  const desk = await lyingDesk({
    getLedgerEntries: (reply) => {
      const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
      for (const entry of isChanged ? entries : []) {
        const bytes = Buffer.from(entry.xdr, 'base64');
        const at = bytes.indexOf(title);
        if (at >= 0) bytes.write('X', at);
        entry.xdr = bytes.toString('base64');
      }
      return reply;
    },
  });
  const asked = payment();
  const prepared = await desk.prepare('fund', asked);
  isChanged = true;
  const changed = {
    code: 'ESCROW_CHANGED',
    differences: [{ field: 'escrow.title', asked: title, found: other }],
  };
  await expect(desk.submit({ signedXdr: signed(prepared), id: prepared.id })).rejects.toMatchObject(changed);
  await expect(desk.prepare('fund', { id: prepared.id })).rejects.toMatchObject(changed);
  // A new request is another payment, which replaces the first.
  isChanged = false;
  const { title: before } = (await desk.prepare('fund', { id: prepared.id })).summary;
  expect(before).toBe(title);
});

test.each(['escrow', 'transfer'] as const)('an escrow that has other code since is not paid, way %s', async (way) => {
  const code = 'ab'.repeat(32);
  const store = openSqliteStore(undefined, 'sandbox');
  const prepared = await (await lyingDesk({}, undefined, store)).prepare('fund', { ...payment(), way });
  // A desk that has seen the code of such a contract does not read it again: its functions cannot change it.
  const another = await lyingDesk(
    {
      getLedgerEntries: (reply) => {
        const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
        for (const entry of entries) {
          const hex = Buffer.from(entry.xdr, 'base64').toString('hex');
          entry.xdr = Buffer.from(hex.replaceAll(NETWORKS.sandbox.wasmHash, code), 'hex').toString('base64');
        }
        return reply;
      },
    },
    undefined,
    store,
  );
  await expect(another.submit({ signedXdr: signed(prepared), id: prepared.id })).rejects.toMatchObject({
    code: 'ESCROW_CHANGED',
    differences: [{ field: 'contract code', asked: NETWORKS.sandbox.wasmHash, found: code }],
  });
});

test('without a ledger no payment is prepared', async () => {
  const desk = await lyingDesk({ getLedgerEntries: () => undefined });
  await expect(desk.prepare('fund', payment())).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
});
