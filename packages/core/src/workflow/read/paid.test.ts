import { ESCROW, escrowOf, networkOf, PEOPLE, standingFields, units } from '@countersign/testkit/fixtures/step-fixture';
import { expect, test } from 'vitest';
import type { OutgoingTransfer } from '../../ledger/ledger.ts';
import { ENGLISH } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import { LOCAL_PERSON } from '../model/person.ts';
import { withPaid } from './paid.ts';

/** A desk that has a settled release of 100 tokens, and a ledger whose RPC gives these transfers. */
function contextWith(transfers: readonly OutgoingTransfer[] | undefined): DeskContext {
  const escrow = escrowOf('live-multi', { flags: [{ approved: true }] });
  const request = { ...standingFields('live-multi', escrow, units(300)), signer: PEOPLE.releaseSigner, milestone: 1 };
  const prepared = { id: 'one', action: 'release', request, owner: LOCAL_PERSON };
  const offer = { requestId: 'one', hash: 'ff', offeredLedger: 5, contractId: ESCROW };
  return {
    ...{ network: networkOf('live-multi'), words: ENGLISH, viewer: LOCAL_PERSON },
    store: { findByHash: async () => offer, find: async () => prepared },
    ledger: { transfersFrom: async () => transfers },
  } as unknown as DeskContext;
}
const SETTLED = { status: 'settled', action: 'release', transactionHash: 'ff' } as const;

test('a release that settled says what it paid and when, or that this is not known', async () => {
  const at = Date.UTC(2026, 10, 20);
  const transfer = { to: PEOPLE.receiver, amount: units(98.7), ledger: 6, at, transactionHash: 'ff' };
  expect(await withPaid(contextWith([transfer]), SETTLED, {})).toEqual({
    ...SETTLED,
    paid: [`98.7 USDC to the receiver (${PEOPLE.receiver})`],
    paidAt: '2026-11-20T00:00:00.000Z',
  });
  for (const transfers of [undefined, [], [{ ...transfer, transactionHash: 'ee' }]]) {
    expect(await withPaid(contextWith(transfers), SETTLED, {})).toEqual({
      ...SETTLED,
      paidNote: ENGLISH.PAID_NOT_AVAILABLE,
    });
  }
});

test('returns nothing for what was not settled, or pays no one', async () => {
  for (const outcome of [
    { ...SETTLED, status: 'rejected' },
    { ...SETTLED, action: 'approve' as const },
  ]) {
    expect(await withPaid(contextWith(undefined), outcome, {})).toEqual(outcome);
  }
});
