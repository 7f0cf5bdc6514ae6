/** Whom a wallet trusts for a sum, by the money of its deals. */
import { describe, expect, test } from 'vitest';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { type Deal, type EscrowAtStake, partiesAtStake, rolesAs, type TrustFacts, trustIn } from './trust.ts';

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

describe('an address is trusted', () => {
  const small = escrowOf([100n]);
  const ended = dealOf('ended', small, {
    paidOut: new Map([[WORKER, 100n]]),
    released: new Map([[WORKER, 100n]]),
    agreedEnd: { units: 100n, at: 2 },
  });

  test('up to ten times of what it could have taken from an escrow that ended as agreed', () => {
    const asMuch = stakeOf('next', escrowOf([1_000n]));
    expect(trusted([ended], asMuch)).toContain(PLATFORM);
    expect(trusted([ended], stakeOf('next', escrowOf([1_001n])))).not.toContain(PLATFORM);
    // As often as the wallet likes: it is paid none of it.
    expect(trusted([ended, dealOf('open', escrowOf([1_000n]))], asMuch)).toContain(PLATFORM);
  });

  test('with what is open subtracted where it is paid as well', () => {
    const own = (amount: bigint) => escrowOf([amount], [PLATFORM]);
    const endedOwn = { ...ended, payments: dealOf('ended', own(100n)).payments };
    expect(trusted([endedOwn], stakeOf('next', own(1_000n)))).toContain(PLATFORM);
    expect(trusted([endedOwn, dealOf('open', own(600n))], stakeOf('next', own(600n)))).not.toContain(PLATFORM);
  });

  test('not for money that was decided for it, or withdrawn to it', () => {
    const decided = dealOf('decided', small, { paidOut: new Map([[WORKER, 100n]]) });
    expect(trusted([decided], stakeOf('next', escrowOf([10n])))).toEqual([]);
  });
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
