/** What a review of the attacks found: ended transactions that may still settle, and confirmations. */
import type { Desk } from '@countersign/core';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { describe, expect, test } from 'vitest';
import {
  asked,
  client,
  clock,
  counted,
  openDesk,
  sendByWallet,
  settledOf,
  setUpLyingService,
  signed,
} from './attack-scene.ts';

setUpLyingService();

describe('the outcome of ended transactions is still checked', () => {
  test('a discarded escrow that the wallet still submits is settled, and no second one is prepared', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    expect(await desk.discard(prepared.id)).toMatchObject({ status: 'discarded', by: 'here' });
    await sendByWallet(signed(prepared.unsignedXdr));
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });

  test('a discarded payment that the wallet still submits is checked before it is paid again', async () => {
    const desk = openDesk();
    const { unsignedXdr, contractId } = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(unsignedXdr) });
    const payment = {
      signer: client.publicKey(),
      escrow: contractId,
      amount: '7',
      trustline: { address: REQUEST.trustline.address },
    };
    const first = await desk.prepare('fund', payment);
    await desk.discard(first.id);
    await sendByWallet(signed(first.unsignedXdr));
    const again = await desk.prepare('fund', payment);
    expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'PAID_ALREADY' }] } });
    expect(again).not.toHaveProperty('unsignedXdr');
    const confirmed = await desk.confirm(again.id, { amount: '7', shown: again.judgement.key });
    expect(await desk.submit({ signedXdr: signed(confirmed.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });

  test('a second escrow with the same terms needs the person’s confirmation, and gets another address', async () => {
    const desk = openDesk();
    const first = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(first.unsignedXdr) });
    const second = await desk.prepare('deploy', asked(), { another: true });
    expect(second).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'ANOTHER_ESCROW', params: { contractId: first.contractId } }] },
    });
    expect(second.contractId).not.toBe(first.contractId);
    const { unsignedXdr } = await desk.confirm(second.id, { amount: '30.5', shown: second.judgement.key });
    expect(await desk.submit({ signedXdr: signed(unsignedXdr) })).toMatchObject({ status: 'settled' });
  });
});

describe('attacks that a review found', () => {
  const payment = async (desk: Desk) => {
    const { unsignedXdr, contractId } = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(unsignedXdr) });
    const trustline = { address: REQUEST.trustline.address };
    return { signer: client.publicKey(), escrow: contractId, amount: '7', trustline };
  };

  test('a discarded payment that the wallet submits after an equal one was prepared is not paid again unasked', async () => {
    const desk = openDesk();
    const asks = await payment(desk);
    const first = await desk.prepare('fund', asks);
    await desk.discard(first.id);
    clock.now += 3_000;
    const second = await desk.prepare('fund', asks);
    const signedSecond = signed(second.unsignedXdr);
    await sendByWallet(signed(first.unsignedXdr));
    await expect(desk.submit({ signedXdr: signedSecond })).rejects.toThrow();
    expect(await desk.prepare('fund', asks)).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'PAID_ALREADY' }] },
    });
    expect(await settledOf(first.transactionHash, second.transactionHash)).toBe(1);
  });

  test('names the transaction that the ledger has when a request has two', async () => {
    const desk = openDesk();
    const first = await desk.prepare('deploy', asked());
    clock.now += 80_000;
    const second = await desk.prepare('deploy', asked());
    expect(second).toMatchObject({ id: first.id, contractId: first.contractId });
    await sendByWallet(signed(first.unsignedXdr));
    expect(await desk.status(first.id)).toMatchObject({ status: 'settled', transactionHash: first.transactionHash });
    expect(await desk.submit({ signedXdr: signed(second.unsignedXdr) })).toMatchObject({
      status: 'settled',
      transactionHash: first.transactionHash,
    });
  });

  test('an unconfirmed version does not replace another', async () => {
    const desk = openDesk();
    const good = await desk.prepare('deploy', asked());
    clock.now += 2_000;
    const robbery = await desk.prepare('deploy', asked({ platformFee: 99 }));
    expect(robbery.status).toBe('to-confirm');
    expect((await desk.status(good.id)).status).toBe('prepared');
    await desk.discard(robbery.id);
    expect(await desk.submit({ signedXdr: signed(good.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });

  test('a corrected request replaces a page that somebody opened by their own word alone', async () => {
    const desk = openDesk();
    const old = await desk.prepare('deploy', asked());
    await desk.page(old.signUrl?.split('/').at(-1) as string).opened();
    clock.now += 2_000;
    const corrected = await desk.prepare('deploy', asked({ title: 'Corrected' }));
    const differences = [{ field: 'title', asked: 'Corrected', found: REQUEST.title }];
    expect(corrected).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'REPLACES_OPENED', params: { id: old.id, differences } }] },
    });
    expect((await desk.status(old.id)).status).toBe('prepared');
    await desk.confirm(corrected.id, { amount: '30.5', shown: corrected.judgement.key });
    expect(await desk.status(old.id)).toMatchObject({ status: 'superseded', differences });
    await expect(desk.submit({ signedXdr: signed(old.unsignedXdr) })).rejects.toMatchObject({ code: 'SUPERSEDED' });
  });

  test('a person who may only read a handle gets no link to sign it, and cannot let others in', async () => {
    const desk = openDesk();
    const people = ['ada', 'bob', 'eve'].map((id) => ({ tenant: 'guild', id }));
    const [ada, bob] = people.map((person) => desk.for(person)) as [Desk, Desk];
    const prepared = await ada.prepare('deploy', asked());
    await ada.grant(prepared.id, people[1] as never, 'read');
    expect(await bob.status(prepared.id)).toMatchObject({ status: 'prepared' });
    expect(await bob.status(prepared.id)).not.toHaveProperty('signUrl');
    await ada.grant(prepared.id, people[1] as never, 'sign');
    expect(await bob.status(prepared.id)).toMatchObject({ signUrl: prepared.signUrl });
    await expect(bob.grant(prepared.id, people[2] as never, 'read')).rejects.toMatchObject({
      code: 'HANDLE_NOT_FOUND',
    });
  });

  test('the page of an ended transaction offers nothing to sign', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    const page = desk.page(prepared.signUrl?.split('/').at(-1) as string);
    expect((await page.view()).offer).toHaveProperty('unsignedXdr');
    await page.decline(undefined);
    expect((await page.view()).offer).not.toHaveProperty('unsignedXdr');
  });

  test('each visitor of a public page confirms for themselves', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked({ platformFee: 99 }));
    const visit = (visitor: string) => desk.page(prepared.signUrl?.split('/').at(-1) as string, visitor);
    await visit('a').confirm({ amount: '30.5', shown: prepared.judgement.key });
    expect((await visit('a').view()).offer).toHaveProperty('unsignedXdr');
    expect((await visit('b').view()).offer).not.toHaveProperty('unsignedXdr');
    expect(await desk.prepare('deploy', { id: prepared.id })).not.toHaveProperty('unsignedXdr');
  });

  test('simultaneous requests do not pass a limit together, nor does another person', async () => {
    const limits = [{ by: 'operator', maxPerDay: '70' }] as const;
    const desk = openDesk({ limits });
    const ids = [1, 2, 3, 4].map((number) => `ATTACK-${counted}-${number}`);
    const transactions = await Promise.allSettled(
      ids.map((engagementId, at) =>
        desk.for({ tenant: 'guild', id: `person ${at % 2}` }).prepare('deploy', asked({ engagementId })),
      ),
    );
    expect(transactions.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
    await expect(
      desk.prepare('deploy', asked({ milestones: [{ description: 'All', amount: '71' }] })),
    ).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
    const limited = openDesk();
    expect(await limited.setLimits({ maxAmount: '10' })).toEqual({ maxAmount: '10' });
    await expect(limited.prepare('deploy', asked())).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      remedy: expect.stringContaining('You set this limit'),
    });
  });
});

test('without a ledger, each earlier transaction that may have been sent needs its own confirmation', async () => {
  const desk = openDesk({ isLedgerAsked: false });
  const other = async () => {
    const transaction = await desk.prepare('deploy', asked({ engagementId: `ATTACK-${counted}-${clock.now}` }));
    await sendByWallet(signed(transaction.unsignedXdr));
  };
  const first = await desk.prepare('deploy', asked());
  await other();
  clock.now += 200_000;
  const second = await desk.prepare('deploy', asked());
  expect(second).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'NO_LEDGER_TO_ASK', params: { transactions: [first.transactionHash] } }] },
  });
  const confirmed = await desk.confirm(second.id, { amount: '30.5', shown: second.judgement.key });
  expect(confirmed.status).toBe('prepared');
  await other();
  clock.now += 200_000;
  const third = await desk.prepare('deploy', asked());
  expect(third.status).toBe('to-confirm');
  expect(JSON.stringify(third.judgement.stops)).toContain(confirmed.transactionHash);
});
