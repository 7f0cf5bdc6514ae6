import type { Desk } from '@countersign/core';
import { expect, test } from 'vitest';
import { getBalances } from './get-balances.ts';

test.each([
  [{ addresses: ['C1', 'C2'], signer: 'G1' }, true],
  [{ addresses: ['C1'] }, true],
  [{ addresses: 'C1' }, false],
  [{ signer: 'G1' }, false],
  [{ addresses: [], all: true }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(getBalances.input.safeParse(input).success).toBe(taken);
});

test.each([
  [{ address: 'C1', balance: '30.5', by: 'ledger' }, true],
  [{ address: 'C1', balance: '30.5', by: 'service' }, true],
  [{ address: 'C1', balance: '30.5' }, false],
  [{ address: 'C1', balance: 30.5, by: 'ledger' }, false],
  [{ address: 'C1' }, false],
])('an entry of the advertised output: %j -> %s', (entry, fits) => {
  const output = { network: 'sandbox', asOf: '2026-11-21T10:00:00Z', balances: [entry] };
  expect(getBalances.output.safeParse(output).success).toBe(fits);
});

test('unread balances are listed separately, by reason', () => {
  const output = { network: 'sandbox', asOf: '2026-11-21T10:00:00Z', balances: [] };
  const notRead = [{ error: 'not found', addresses: ['C1', 'C2'] }];
  expect(getBalances.output.safeParse({ ...output, notRead }).success).toBe(true);
  expect(getBalances.output.safeParse({ ...output, notRead: [{ error: 'not found' }] }).success).toBe(false);
});

test('it passes its input and its options to balances', async () => {
  const seen: unknown[] = [];
  const balances = async (...args: unknown[]) => {
    seen.push(...args);
    return { network: 'sandbox', asOf: '2026-11-21T10:00:00Z', balances: [] };
  };
  const desk = { balances } as unknown as Desk;
  await getBalances.run(desk, { addresses: ['C1'] }, {});
  expect(seen).toEqual([{ addresses: ['C1'] }, {}]);
});
