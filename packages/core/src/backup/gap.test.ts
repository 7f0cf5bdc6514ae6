import { expect, test } from 'vitest';
import type { Gap } from '../workflow/store/restored.ts';
import { nextGap } from './gap.ts';

const EARLIER: Gap = {
  madeAt: 1,
  restoredAt: 2,
  ledger: 10,
  sequences: { G: '4' },
  escrows: { C: 'terms' },
  isRead: false,
};
const BACKUP = { madeAt: 5, ledger: 50, sequences: { G: '9' } };

test('a gap begins with the backup', () => {
  expect(nextGap(undefined, BACKUP, 6)).toEqual({ ...BACKUP, restoredAt: 6, escrows: {}, isRead: false });
});

test('an earlier gap goes on until it is read, and what was read of it is kept', () => {
  expect(nextGap(EARLIER, BACKUP, 6)).toEqual({ ...EARLIER, restoredAt: 6 });
  const read = { ...EARLIER, isRead: true };
  expect(nextGap(read, BACKUP, 6)).toEqual({ ...BACKUP, restoredAt: 6, escrows: EARLIER.escrows, isRead: false });
});
