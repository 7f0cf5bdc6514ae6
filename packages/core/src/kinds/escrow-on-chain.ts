/** An escrow as any kind of contract stores it, and the shares of its money. Fields that a kind lacks are absent. */
import type { CrossChainReceiver } from '../escrow/cross-chain.ts';
import type { RoleName } from '../escrow/index.ts';

/** Addresses are whole, amounts in base units. */
export type EscrowOnChain = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  /** The receiver is absent where each milestone names its own. */
  readonly roles: Readonly<Record<Exclude<RoleName, 'receiver'>, string>> & {
    readonly receiver?: string;
    /** Only in generation C, whose roles may also name several addresses, joined by commas. */
    readonly admin?: string;
    readonly observers?: string;
  };
  /** Basis points. */
  readonly platformFee: number;
  readonly amount?: bigint;
  /** Flags of a single release; else each milestone has its own. */
  readonly flags?: Flags;
  readonly milestones: readonly MilestoneOnChain[];
  /** `multiplier`: how many base units are one token (10000000 for 7 decimals). */
  readonly trustline: { readonly address: string; readonly multiplier?: number };
  readonly receiverMemo?: bigint;
  /** Only in a coming build, and then also where it is switched off. */
  readonly crossChainReceiver?: CrossChainReceiver;
};

export type MilestoneOnChain = {
  readonly description: string;
  /** Absent where the escrow has one amount. */
  readonly amount?: bigint;
  readonly receiver?: string;
  readonly status: string;
  readonly evidence: string;
  readonly flags: Flags;
};

export function receivers({ roles, milestones }: EscrowOnChain): string[] {
  const named = [roles.receiver, ...milestones.map(({ receiver }) => receiver)];
  return [...new Set(named.filter((receiver) => receiver !== undefined))];
}

/** Everybody who has a role in it or is paid. Generation C joins several in one role. */
export function addressesIn(escrow: EscrowOnChain): string[] {
  return [...Object.values(escrow.roles).flatMap((role) => role.split(/, ?/)), ...receivers(escrow)];
}

type Flags = Readonly<Partial<Record<'approved' | 'disputed' | 'released' | 'resolved', boolean>>>;

/** Who gets what of money that leaves an escrow, in base units. Sources: docs/contract.md. */

/** The escrow service's own fee, 0.3 %, which is not a field of the escrow. */
export const SERVICE_FEE_BASIS_POINTS = 30n;

/** The receiver gets the remainder of rounding, so the three always add up to what is paid. */
export type Payout = {
  readonly paid: bigint;
  readonly platform: bigint;
  readonly service: bigint;
  readonly receiver: bigint;
};

/** @param platformFee basis points */
export function payoutOf(paid: bigint, platformFee: number): Payout {
  const platform = feeOf(paid, BigInt(platformFee));
  const service = feeOf(paid, SERVICE_FEE_BASIS_POINTS);
  return { paid, platform, service, receiver: paid - platform - service };
}

/**
 * How the fees of a distribution among several are rounded.
 * `off-total`: both fees are computed from the total, and each share bears its part, rounded down: all payments together
 * may exceed the total by a few units. `per-share`: each fee is computed for each share, rounded down, and its recipient
 * gets the sum: all payments together equal the total.
 */
export type SplitRule = 'off-total' | 'per-share';

export type Split = {
  readonly platform: bigint;
  readonly service: bigint;
  /** What each gets, in the order of the distribution. */
  readonly shares: readonly bigint[];
};

/** @param shares what each is to get before fees @param platformFee basis points */
export function splitOf(shares: readonly bigint[], platformFee: number, rule: SplitRule): Split {
  const { paid: total, platform, service } = payoutOf(sumOf(shares), platformFee);
  if (rule === 'off-total') {
    return { platform, service, shares: shares.map((share) => share - part(share, platform + service, total)) };
  }
  const each = shares.map((share) => ({
    platform: part(share, platform, total),
    service: part(share, service, total),
  }));
  return {
    platform: sumOf(each.map((fees) => fees.platform)),
    service: sumOf(each.map((fees) => fees.service)),
    shares: shares.map((share, index) => share - (each[index]?.platform ?? 0n) - (each[index]?.service ?? 0n)),
  };
}

/** Rounded down, as the contract does. */
const feeOf = (amount: bigint, basisPoints: bigint): bigint => (amount * basisPoints) / 10_000n;

const part = (share: bigint, fee: bigint, total: bigint): bigint => (total === 0n ? 0n : (share * fee) / total);

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
