/** Who gets what of each milestone when it is released. Source: the contract's public source; docs/contract.md. */
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';

/** The escrow service's own fee, which stands in no field of the escrow: 0.3 % of each release. */
const SERVICE_FEE_BASIS_POINTS = 30n;

/** In base units. What rounding leaves over is the receiver's, so the three always add up to what is paid. */
export type Payout = {
  readonly paid: bigint;
  readonly platform: bigint;
  readonly service: bigint;
  readonly receiver: bigint;
};

/** One for each milestone; a single one where the escrow has one amount, released at once. */
export function payouts({ amount, milestones, platformFee }: EscrowOnChain): readonly Payout[] {
  const amounts = amount === undefined ? milestones.map((milestone) => milestone.amount ?? 0n) : [amount];
  return amounts.map((paid) => {
    const platform = shareOf(paid, BigInt(platformFee));
    const service = shareOf(paid, SERVICE_FEE_BASIS_POINTS);
    return { paid, platform, service, receiver: paid - platform - service };
  });
}

export function sumOf(each: readonly Payout[]): Payout {
  const sum = (name: keyof Payout) => each.reduce((total, payout) => total + payout[name], 0n);
  return { paid: sum('paid'), platform: sum('platform'), service: sum('service'), receiver: sum('receiver') };
}

/** Rounded down, as the contract does. */
function shareOf(amount: bigint, basisPoints: bigint): bigint {
  return (amount * basisPoints) / 10_000n;
}
