/** Whom a wallet trusts for a sum, by the money of its deals. */
import { describe, expect, test } from 'vitest';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import {
  type Deal,
  type EscrowAtStake,
  paidAddresses,
  partiesAtStake,
  rolesAs,
  type TrustFacts,
  trustIn,
} from './trust.ts';

const [CLIENT, WORKER, PLATFORM, ARBITER] = ['client', 'worker', 'platform', 'arbiter'] as const;

function escrowOf(amounts: readonly bigint[], receivers: readonly string[] = amounts.map(() => WORKER)): EscrowOnChain {
  return {
    ...{ engagementId: 'deal', title: 'Deal', description: 'A deal', platformFee: 0, trustline: { address: 'token' } },
    roles: {
      ...{ approver: PLATFORM, serviceProvider: WORKER, releaseSigner: PLATFORM },
      ...{ platformAddress: PLATFORM, disputeResolver: ARBITER },
    },
    milestones: amounts.map((amount, index) => ({
      ...{ description: 'Work', status: 'pending', evidence: '', flags: {} },
      ...{ amount, receiver: receivers[index] as string },
    })),
  };
}

const stakeOf = (contractId: string, escrow: EscrowOnChain): EscrowAtStake => ({
  contractId,
  escrow,
  units: escrow.milestones.reduce((sum, { amount = 0n }) => sum + amount, 0n),
});

function dealOf(name: string, escrow: EscrowOnChain, more: Partial<Deal> = {}): Deal {
  const { units } = stakeOf(name, escrow);
  return {
    escrow: name,
    payments: [{ units, at: 1, parties: partiesAtStake(escrow, CLIENT) }],
    paidIn: new Map([[CLIENT, units]]),
    ...{ paidOut: new Map(), released: new Map(), confirmed: [] },
    ...more,
  };
}

const trusted = (deals: readonly Deal[], stake: EscrowAtStake, byHand: TrustFacts['byHand'] = new Set()) => [
  ...trustIn({ byHand, deals }, [WORKER, PLATFORM, ARBITER], stake).trusted,
];

/** The largest amount for which an address is trusted. */
function limitOf(address: string, deals: readonly Deal[], next = (amount: bigint) => escrowOf([amount])): bigint {
  let [least, most] = [0n, 10_000n];
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (trusted(deals, stakeOf('next', next(middle))).includes(address)) least = middle;
    else most = middle - 1n;
  }
  return least;
}

describe('an address is trusted', () => {
  const small = escrowOf([100n]);
  const ended = dealOf('ended', small, {
    paidOut: new Map([[WORKER, 100n]]),
    released: new Map([[WORKER, 100n]]),
    agreedEnd: { units: 100n, at: 2 },
  });

  test('up to ten times of what it could have taken from an escrow that ended as agreed', () => {
    expect(limitOf(PLATFORM, [ended])).toBe(1_000n);
    // As often as the wallet likes: it is paid none of it.
    expect(limitOf(PLATFORM, [ended, dealOf('open', escrowOf([1_000n]))])).toBe(1_000n);
  });

  test('with what is open subtracted where it is paid as well', () => {
    const own = (amount: bigint) => escrowOf([amount], [PLATFORM]);
    const endedOwn = { ...ended, payments: dealOf('ended', own(100n)).payments };
    expect(limitOf(PLATFORM, [endedOwn], own)).toBe(1_000n);
    expect(limitOf(PLATFORM, [endedOwn, dealOf('open', own(600n))], own)).toBe(400n);
  });

  test('not for money that was decided for it, or withdrawn to it', () => {
    const decided = dealOf('decided', small, { paidOut: new Map([[WORKER, 100n]]) });
    expect(trusted([decided], stakeOf('next', escrowOf([10n])))).toEqual([]);
  });

  test('trusts an address that was saved by hand, for any sum', () => {
    expect(trusted([], stakeOf('next', small), new Set([WORKER]))).toEqual([WORKER]);
    const { proven } = trustIn({ byHand: new Set([WORKER]), deals: [] }, [WORKER], stakeOf('next', small));
    expect([...proven]).toEqual([]);
  });

  describe('up to ten times of what was released to it', () => {
    const released = new Map<string, bigint>([
      [WORKER, 100n],
      [PLATFORM, 100n],
    ]);
    const paid = dealOf('paid', small, { paidOut: released, released });
    // 0.3 % is the service's: 1,003 before fees are 1,000 for the address that takes them.
    test('counts what is left after fees', () => expect(limitOf(WORKER, [paid])).toBe(1_003n));

    test('counts the platform’s fee for the platform alone', () => {
      const withFee = (address: string) => (amount: bigint) => ({
        ...escrowOf([amount], [address]),
        platformFee: 1_000,
      });
      expect(limitOf(PLATFORM, [paid], withFee(PLATFORM))).toBe(1_003n);
      expect(limitOf(WORKER, [paid], withFee(WORKER))).toBe(1_114n);
    });

    test('subtracts what is open elsewhere and not paid out yet', () => {
      const open = dealOf('open', escrowOf([400n]));
      expect(limitOf(WORKER, [paid, open])).toBe(601n);
      expect(limitOf(WORKER, [paid, { ...open, paidOut: new Map([[ARBITER, 300n]]) }])).toBe(902n);
      // The escrow in question counts once.
      expect(limitOf(WORKER, [paid, { ...open, escrow: 'next' }])).toBe(1_003n);
    });

    test('subtracts what the address paid in itself', () => {
      const own = { ...paid, paidIn: new Map([...paid.paidIn, [WORKER, 40n]]) };
      expect(limitOf(WORKER, [own])).toBe(601n);
    });
  });

  test('counts what was paid in before the agreed end, for those who could have taken it', () => {
    const PAYMENT = { units: 100n, at: 2, parties: new Map<string, boolean>([[PLATFORM, true]]) };
    const limitAfter = (payment: Partial<typeof PAYMENT>, agreed = 100n) =>
      limitOf(PLATFORM, [{ ...ended, payments: [{ ...PAYMENT, ...payment }], agreedEnd: { units: agreed, at: 2 } }]);
    expect(limitAfter({})).toBe(1_000n);
    expect(limitAfter({ at: 3 })).toBe(0n);
    expect(limitAfter({ parties: new Map([[PLATFORM, false]]) })).toBe(0n);
    expect(limitAfter({}, 50n)).toBe(500n);
    expect(limitAfter({ units: 50n })).toBe(500n);
  });

  test('leaves out what was confirmed of the open escrows', () => {
    const own = (amount: bigint) => escrowOf([amount], [PLATFORM]);
    const endedOwn = { ...ended, payments: dealOf('ended', own(100n)).payments };
    const isTrusted = (address: string, units: bigint) => {
      const confirmed = [{ address, roles: '', units }];
      return trusted([endedOwn, dealOf('open', own(600n), { confirmed })], stakeOf('next', own(1_000n)));
    };
    expect(isTrusted(PLATFORM, 600n)).toContain(PLATFORM);
    expect(isTrusted(PLATFORM, 599n)).not.toContain(PLATFORM);
    expect(isTrusted(WORKER, 600n)).not.toContain(PLATFORM);
  });
});

test('knows an address as used or paid only by money of this wallet', () => {
  const deal = dealOf('deal', escrowOf([100n]));
  const used = (more: Partial<Deal>) => [
    ...trustIn(
      { byHand: new Set(), deals: [{ ...deal, ...more }] },
      [WORKER, PLATFORM, ARBITER],
      stakeOf('next', escrowOf([1n])),
    ).used,
  ];
  const released = new Map([[WORKER, 100n]]);
  expect(used({})).toEqual([]);
  expect(used({ released })).toEqual([WORKER]);
  expect(used({ agreedEnd: { units: 100n, at: 1 } })).toEqual([WORKER, PLATFORM, ARBITER]);
  const paidTo = (more: Partial<Deal>) => [...paidAddresses([{ ...deal, ...more }])];
  expect(paidTo({ released })).toEqual([WORKER]);
  // It got no more than its own money back.
  expect(paidTo({ released, paidIn: new Map([[WORKER, 100n]]) })).toEqual([]);
});

test('names the roles of an address and each milestone that pays it', () => {
  const escrow = escrowOf([5n, 7n], [WORKER, PLATFORM]);
  expect(rolesAs(escrow, WORKER)).toBe('serviceProvider, milestone 1: 5');
  expect(rolesAs(escrow, PLATFORM)).toBe('approver, platformAddress, releaseSigner, milestone 2: 7');
});

test('does not count a part that was confirmed as a confirmation of the whole', () => {
  const before = escrowOf([1n, 8_999n], [WORKER, CLIENT]);
  const after = escrowOf([1n, 8_999n], [WORKER, WORKER]);
  const confirmed = [{ address: WORKER, roles: rolesAs(before, WORKER), units: 9_000n }];
  const deals = [dealOf('one', before, { payments: [], confirmed })];
  const isConfirmed = (escrow: EscrowOnChain) =>
    trustIn({ byHand: new Set(), deals }, [WORKER], stakeOf('one', escrow)).confirmed.has(WORKER);
  expect([isConfirmed(before), isConfirmed(after)]).toEqual([true, false]);
});
