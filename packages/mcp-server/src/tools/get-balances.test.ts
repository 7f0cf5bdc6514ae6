import type { Desk } from '@countersign/core';
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import type { Balances } from '@countersign/core/results';
import { expect, test } from 'vitest';
import { balancesView, balancesViewSchema, getBalances } from './get-balances.ts';

const AT = { network: 'sandbox', asOf: '2026-11-21T10:00:00.000Z' } as const;

test('balances keep their order, and each reason for an unread one is given once', () => {
  const balances: Balances['balances'] = [
    { address: 'C1', error: 'The escrow service knows no escrow at this address.' },
    { address: 'C2', balance: '2', by: 'ledger' },
    { address: 'C3', error: 'The escrow service knows no escrow at this address.' },
    { address: 'C4', error: 'Not read. Too many requests for now.' },
    { address: 'C5', balance: '5', by: 'service' },
  ];
  const view = balancesView({ ...AT, balances });
  expect(balancesViewSchema.safeParse(view).error).toBeUndefined();
  expect(view).toEqual({
    ...AT,
    balances: [
      { escrow: 'C2', balance: '2', by: 'ledger' },
      { escrow: 'C5', balance: '5', by: 'service' },
    ],
    notRead: [
      { error: 'The escrow service knows no escrow at this address.', escrows: ['C1', 'C3'] },
      { error: 'Not read. Too many requests for now.', escrows: ['C4'] },
    ],
  });
});

test('has no list of unread balances when every balance was read', () => {
  expect(balancesView({ ...AT, balances: [] })).toEqual({ ...AT, balances: [] });
});

test.each([
  [{ escrow: 'C1', balance: '30.5', by: 'ledger' }, true],
  [{ escrow: 'C1', balance: '30.5', by: 'service' }, true],
  [{ escrow: 'C1', balance: '30.5' }, false],
  [{ escrow: 'C1', balance: 30.5, by: 'ledger' }, false],
  [{ escrow: 'C1' }, false],
])('an entry of the advertised output: %j -> %s', (entry, fits) => {
  expect(getBalances.output.safeParse({ ...AT, balances: [entry] }).success).toBe(fits);
});

test('names the place in the given list when what is left of it is not valid either', async () => {
  const desk = {
    balances: async ({ addresses: [only, ...more] }: { readonly addresses: readonly string[] }) => {
      const path = more.length === 0 ? 'addresses[0]' : 'addresses[1]';
      throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem(path, 'MISSING')], message: `${only}` });
    },
  } as unknown as Desk;
  const asked = getBalances.run(desk, { escrows: ['Logo', 'Poster'] }, {});
  await expect(asked).rejects.toMatchObject({ fields: [{ path: 'escrows[1]' }] });
});
