import type { EscrowChange } from '@countersign/core/words';
import { expect, test } from 'vitest';
import { happeningsOf, queuedIn, reminderOf } from './happenings.ts';

const MONEY: EscrowChange = { escrow: 'C', ledger: 7, kind: 'funded', amount: '350', token: 'USDC' };

test('the same change has the same key, whatever the order of its fields', () => {
  const { escrow, ledger, ...rest } = MONEY;
  expect(happeningsOf([{ ...rest, ledger, escrow }])[0]?.key).toBe(happeningsOf([MONEY])[0]?.key);
});

test('two equal changes of one look, or of two ledgers, have keys of their own', () => {
  const keys = [...happeningsOf([MONEY, MONEY]), ...happeningsOf([{ ...MONEY, ledger: 8 }])].map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

test('reads stored happenings again as they were', () => {
  const [change] = happeningsOf([MONEY]);
  expect(queuedIn(change?.what ?? '')).toEqual({ kind: 'change', change: MONEY });
  expect(queuedIn(reminderOf({ changed: 5, due: 9 }).what)).toEqual({ kind: 'reminder', since: 5 });
});
