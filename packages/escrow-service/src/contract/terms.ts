/** An escrow's terms, in a body and in its contract. */
import { MAX_BASE_UNITS, toBaseUnits, toBasisPoints } from '@countersign/core/escrow';
import type { EscrowOnChain, MilestoneOnChain } from '@countersign/core/kinds';
import { Refusal } from './refusal.ts';

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
export function escrowOf(terms: AskedTerms, { decimals, trustline, receiverMemo }: Units): EscrowOnChain {
  const { engagementId, title, description, roles, amount: total } = terms;
  return {
    ...{ engagementId, title, description, roles, receiverMemo, trustline },
    platformFee: toBasisPoints(terms.platformFee) as number,
    ...(total === undefined ? {} : { amount: unitsOf(total, decimals, 'amount'), flags: UNTOUCHED }),
    milestones: terms.milestones.map(({ amount, status = 'pending', evidence = '', flags, ...milestone }, index) => ({
      ...milestone,
      ...(amount === undefined ? {} : { amount: unitsOf(amount, decimals, `milestones.${index}.amount`) }),
      ...{ status, evidence },
      flags: { ...(total === undefined ? UNTOUCHED : {}), approved: false, ...flags },
    })),
  };
}

/**
 * @param path of the field
 * @throws Refusal where the amount has more decimals than the token, or is too large for a contract
 */
export function unitsOf(amount: string, decimals: number, path: string): bigint {
  const units = toBaseUnits(amount, decimals);
  if (units === undefined) throw new Refusal([`${path} has more than ${decimals} decimals`]);
  if (units > MAX_BASE_UNITS || units < -MAX_BASE_UNITS)
    throw new Refusal([`${path} is larger than a contract can hold`]);
  return units;
}
