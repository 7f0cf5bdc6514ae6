/** Who gets what of each milestone when it is released. Amounts are in base units. */
import { type EscrowOnChain, type MilestoneOnChain, type Payout, payoutOf } from '../../kinds/escrow-on-chain.ts';

/** One payout for each milestone; only one where the escrow has a single amount, released at once. */
export function payouts({ amount, milestones, platformFee }: EscrowOnChain): readonly Payout[] {
  const amounts = amount === undefined ? milestones.map((milestone) => milestone.amount ?? 0n) : [amount];
  return amounts.map((paid) => payoutOf(paid, platformFee));
}

export function sumOf(each: readonly Payout[]): Payout {
  const sum = (name: keyof Payout) => each.reduce((total, payout) => total + payout[name], 0n);
  return { paid: sum('paid'), platform: sum('platform'), service: sum('service'), receiver: sum('receiver') };
}

export type NumberedMilestone = Pick<MilestoneOnChain, 'receiver'> & { readonly number: number };

/** What each of several receivers is paid, in the order of first payment; none where one gets everything. */
export function payoutsByReceiver(milestones: readonly NumberedMilestone[], each: readonly Payout[]) {
  const own = milestones.flatMap(({ receiver, number }, index) => {
    const payout = each[index];
    return receiver === undefined || payout === undefined ? [] : [{ receiver, number, payout }];
  });
  const byReceiver = [...Map.groupBy(own, ({ receiver }) => receiver)];
  if (byReceiver.length < 2) return [];
  return byReceiver.map(([address, all]) => ({
    ...{ address, milestones: all.map(({ number }) => number) },
    ...sumOf(all.map(({ payout }) => payout)),
  }));
}
