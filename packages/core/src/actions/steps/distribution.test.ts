import { expect, test } from 'vitest';
import { withAmounts } from './distribution.ts';

test.each([
  ['50 % | 50%', '25 | 25'],
  ['25 | rest', '25 | 25'],
  ['33,33 % | el resto', '16.665 | 33.335'],
  ['60 % | 15', '30 | 15'],
  ['30 | 30', '30 | 30'],
  ['60 | rest', '60 | -10'],
  ['rest | rest', 'rest | rest'],
  ['1,500 | rest', '1,500 | rest'],
  ['150 % | rest', '75 | -25'],
  ['50/50', '50/50'],
])('reads the shares %s of 50 as %s', (written, amounts) => {
  const shares = written.split(' | ').map((amount) => ({ address: 'Ana', amount }));
  const read = withAmounts(shares, 500_000_000n, 7) as readonly { readonly amount: string }[];
  expect(read.map(({ amount }) => amount).join(' | ')).toBe(amounts);
});

test('gives the last of all percentages what rounding leaves', () => {
  const shares = ['33.33 %', '33.33 %', '33.34 %'].map((amount) => ({ amount }));
  expect(withAmounts(shares, 10n, 0)).toEqual([{ amount: '3' }, { amount: '3' }, { amount: '4' }]);
});
