/** A row of the index, in the live service's format. */
import { fromBaseUnits, fromBasisPoints } from '@countersign/core/escrow';
import type { MilestoneOnChain } from '@countersign/core/kinds';
import type { EscrowRecord } from '../../live/record.ts';
import { exactNumber } from '../bodies.ts';

/** Only the escrow, as a deploy returns it. Undefined fields are left out of the JSON. */
export function escrowOf({ contractId, signer, kind, escrow, asset, decimals }: EscrowRecord): object {
  const { engagementId, title, description, roles, platformFee, flags, milestones } = escrow;
  const units = (amount: bigint) => exactNumber(fromBaseUnits(amount, decimals));
  const milestoneOf = ({ description, status, evidence, flags, amount, receiver }: MilestoneOnChain) => ({
    ...{ description, status, evidence },
    ...(amount === undefined ? { approved: flags.approved } : { amount: units(amount), receiver, flags }),
  });
  return {
    ...{ contractId, signer, engagementId, title, description, roles, flags },
    amount: units(totalOf(escrow)),
    platformFee: exactNumber(fromBasisPoints(platformFee)),
    milestones: milestones.map(milestoneOf),
    trustline: asset,
    type: `${kind.release}-release`,
  };
}

export function rowOf(record: EscrowRecord): object {
  const { factory, decimals, balance, fundedBy, signer, createdAt, updatedAt } = record;
  return {
    ...escrowOf(record),
    contractBaseId: factory,
    balance: exactNumber(fromBaseUnits(balance, decimals)),
    isActive: true,
    fundedBy,
    user: signer,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

/** Base units. */
export function totalOf({ amount, milestones }: EscrowRecord['escrow']): bigint {
  return amount ?? milestones.reduce((sum, milestone) => sum + (milestone.amount ?? 0n), 0n);
}

function timestamp(ms: number): object {
  return { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 };
}
