import type { EscrowChange } from '@countersign/core/words';
import { expect, test } from 'vitest';
import { reminderWords, saidIn, wordsOf } from './words.ts';

const MONEY: EscrowChange = { escrow: 'C', ledger: 7, kind: 'funded', amount: '350', token: 'USDC' };

test('the same change has the same key, whatever the order of its fields', () => {
  const { escrow, ledger, ...rest } = MONEY;
  expect(wordsOf([{ ...rest, ledger, escrow }])[0]?.key).toBe(wordsOf([MONEY])[0]?.key);
});

test('two equal changes of one look, or of two ledgers, have keys of their own', () => {
  const keys = [...wordsOf([MONEY, MONEY]), ...wordsOf([{ ...MONEY, ledger: 8 }])].map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

test('what was put down is read again as it was', () => {
  const [change] = wordsOf([MONEY]);
  expect(saidIn(change?.what ?? '')).toEqual({ kind: 'change', change: MONEY });
  expect(saidIn(reminderWords({ changed: 5, due: 9 }).what)).toEqual({ kind: 'reminder', since: 5 });
});
