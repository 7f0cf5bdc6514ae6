/** An escrow as a contract holds it, whatever its kind. What a kind does not store is absent. */
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
  /** The one amount of a single release. */
  readonly amount?: bigint;
  /** Flags of a single release; else each milestone has its own. */
  readonly flags?: Flags;
  readonly milestones: readonly MilestoneOnChain[];
  /** `multiplier`: how many base units are one token (10000000 for 7 decimals). */
  readonly trustline: { readonly address: string; readonly multiplier?: number };
  readonly receiverMemo?: bigint;
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

/** All receivers, each once: that of the role, or those of the milestones. */
export function receivers({ roles, milestones }: EscrowOnChain): string[] {
  const named = [roles.receiver, ...milestones.map(({ receiver }) => receiver)];
  return [...new Set(named.filter((receiver) => receiver !== undefined))];
}

type Flags = Readonly<Partial<Record<'approved' | 'disputed' | 'released' | 'resolved', boolean>>>;
