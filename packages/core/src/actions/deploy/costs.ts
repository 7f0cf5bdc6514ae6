/** Who gets what of each milestone when it is released. */
import { type EscrowOnChain, type Payout, payoutOf } from '../../kinds/escrow-on-chain.ts';

/** One payout for each milestone; only one where the escrow has a single amount, released at once. */
export function payouts({ amount, milestones, platformFee }: EscrowOnChain): readonly Payout[] {
  const amounts = amount === undefined ? milestones.map((milestone) => milestone.amount ?? 0n) : [amount];
  return amounts.map((paid) => payoutOf(paid, platformFee));
}

export function sumOf(each: readonly Payout[]): Payout {
  const sum = (name: keyof Payout) => each.reduce((total, payout) => total + payout[name], 0n);
  return { paid: sum('paid'), platform: sum('platform'), service: sum('service'), receiver: sum('receiver') };
}
