/** An escrow's terms, in a body and in its contract. */
import { toBasisPoints } from '@countersign/core/escrow';
import type { EscrowOnChain, MilestoneOnChain } from '@countersign/core/kinds';
import { unitsOf } from './units.ts';

/** Amounts in token units and the fee in percent, as exact decimals. A milestone without progress has no such fields. */
export type AskedTerms = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  readonly platformFee: string;
  readonly roles: EscrowOnChain['roles'];
  /** Single release only. */
  readonly amount?: string;
  readonly milestones: readonly {
    readonly description: string;
    readonly amount?: string;
    readonly receiver?: string;
    readonly status?: string | undefined;
    readonly evidence?: string | undefined;
    readonly flags?: MilestoneOnChain['flags'] | undefined;
  }[];
  readonly trustline: { readonly address: string; readonly symbol?: string };
  readonly receiverMemo?: string | undefined;
};

export type Units = {
  readonly decimals: number;
  /** The token, as the contract stores it. */
  readonly trustline: EscrowOnChain['trustline'];
  readonly receiverMemo: bigint;
};

const UNTOUCHED = { disputed: false, released: false, resolved: false };

/** @throws Refusal where an amount cannot be one of the token */
export function escrowOf(asked: AskedTerms, { decimals, trustline, receiverMemo }: Units): EscrowOnChain {
  const { engagementId, title, description, roles, amount: total } = asked;
  return {
    ...{ engagementId, title, description, roles, receiverMemo, trustline },
    platformFee: toBasisPoints(asked.platformFee) as number,
    ...(total === undefined ? {} : { amount: unitsOf(total, decimals, 'amount'), flags: UNTOUCHED }),
    milestones: asked.milestones.map(({ amount, status = 'pending', evidence = '', flags, ...milestone }, index) => ({
      ...milestone,
      ...(amount === undefined ? {} : { amount: unitsOf(amount, decimals, `milestones.${index}.amount`) }),
      ...{ status, evidence },
      flags: { ...(total === undefined ? UNTOUCHED : {}), approved: false, ...flags },
    })),
  };
}
