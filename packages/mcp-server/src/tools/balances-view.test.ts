import type { Balances } from '@countersign/core/results';
import { expect, test } from 'vitest';
import { balancesView, balancesViewSchema } from './get-balances.ts';

const told = { network: 'sandbox', asOf: '2026-11-21T10:00:00.000Z' } as const;

test('balances keep their order, and each reason for an unread one is given once', () => {
  const balances: Balances['balances'] = [
    { address: 'C1', error: 'The escrow service knows no escrow at this address.' },
    { address: 'C2', balance: '2', by: 'ledger' },
    { address: 'C3', error: 'The escrow service knows no escrow at this address.' },
    { address: 'C4', error: 'Not read. Too many requests for now.' },
    { address: 'C5', balance: '5', by: 'service' },
  ];
  const view = balancesView({ ...told, balances });
  expect(balancesViewSchema.safeParse(view).error).toBeUndefined();
  expect(view).toEqual({
    ...told,
    balances: [balances[1], balances[4]],
    notRead: [
      { error: 'The escrow service knows no escrow at this address.', addresses: ['C1', 'C3'] },
      { error: 'Not read. Too many requests for now.', addresses: ['C4'] },
    ],
  });
});

test('if every balance was read, the view has no list of unread ones', () => {
  expect(balancesView({ ...told, balances: [] })).toEqual({ ...told, balances: [] });
});
