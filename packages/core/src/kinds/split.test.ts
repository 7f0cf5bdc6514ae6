import { expect, it } from 'vitest';
import { payoutOf, type SplitRule, splitOf } from './escrow-on-chain.ts';

it('takes the fees of a release as live releases and the contract’s tests did', () => {
  const vectors: [bigint, number, bigint, bigint, bigint][] = [
    [1_000_000_000n, 100, 3_000_000n, 10_000_000n, 987_000_000n],
    [2_500_000_000n, 50, 7_500_000n, 12_500_000n, 2_480_000_000n],
    [20_000_000n, 300, 60_000n, 600_000n, 19_340_000n],
    [333n, 100, 0n, 3n, 330n],
    [33n, 100, 0n, 0n, 33n],
  ];
  for (const [paid, fee, service, platform, receiver] of vectors) {
    expect(payoutOf(paid, fee)).toEqual({ paid, service, platform, receiver });
  }
});

it('splits a distribution by either rule as the contracts’ sources do', () => {
  const vectors: [bigint[], number, SplitRule, bigint, bigint, bigint[]][] = [
    [[333_333n, 666_668n], 100, 'off-total', 3_000n, 10_000n, [329_000n, 658_002n]],
    [[333_333n, 666_668n], 100, 'per-share', 2_999n, 9_999n, [329_001n, 658_002n]],
    [[3_333_333n, 3_333_333n, 3_333_334n], 123, 'off-total', 30_000n, 123_000n, [3_282_334n, 3_282_334n, 3_282_334n]],
    [[3_333_333n, 3_333_333n, 3_333_334n], 123, 'per-share', 29_998n, 122_998n, [3_282_335n, 3_282_335n, 3_282_334n]],
    [[700_000_000n, 300_000_000n], 500, 'off-total', 3_000_000n, 50_000_000n, [662_900_000n, 284_100_000n]],
    [[700_000_000n, 300_000_000n], 500, 'per-share', 3_000_000n, 50_000_000n, [662_900_000n, 284_100_000n]],
  ];
  for (const [shares, fee, rule, service, platform, each] of vectors) {
    expect(splitOf(shares, fee, rule)).toEqual({ service, platform, shares: each });
  }
});

it('pays exactly the total per share, and nothing of nothing', () => {
  const { platform, service, shares } = splitOf([1n, 7n, 13n, 99_999n], 333, 'per-share');
  expect(platform + service + shares.reduce((sum, share) => sum + share, 0n)).toBe(100_020n);
  expect(splitOf([], 100, 'off-total')).toEqual({ platform: 0n, service: 0n, shares: [] });
});
