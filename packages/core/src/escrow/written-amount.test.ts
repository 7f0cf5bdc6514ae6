import { expect, test } from 'vitest';
import { NETWORKS } from './network.ts';
import { withPlainAmounts } from './written-amount.ts';

test('reads amounts as people write them, with no other code than that of the request’s own token', () => {
  const [usdc] = NETWORKS.sandbox.tokens;
  const of = (amount: unknown) => ({
    title: '5 USDC',
    amount,
    milestones: [{ description: '1 USDC', amount }],
    trustline: [{ address: usdc.address }],
  });
  expect(withPlainAmounts(of('1,500.5 usdc'), NETWORKS.sandbox)).toEqual(of('1500.5'));
  expect(withPlainAmounts(of('150 EURC'), NETWORKS.sandbox)).toEqual(of('150 EURC'));
  expect(withPlainAmounts(of(150), NETWORKS.sandbox)).toEqual(of(150));
  const unknown = { ...of('150 USDC'), trustline: { address: 'C' } };
  expect(withPlainAmounts(unknown, NETWORKS.sandbox)).toEqual(unknown);
});
