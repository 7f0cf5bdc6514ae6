/** A deployed escrow as the service returns it: the fields of the request, in its units, with their states. */
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints } from '@countersign/core/escrow';
import type { DeployedEscrow } from '../contract/send.ts';
import { exactNumber } from './bodies.ts';

/** Undefined if its multiplier is not a power of ten: then amounts cannot be given in token units. */
export function escrowView({ contractId, signer, escrow }: DeployedEscrow): object | undefined {
  const { releaseSigner, ...roles } = escrow.roles;
  const { address, multiplier } = escrow.trustline;
  const decimals = decimalsOfMultiplier(multiplier);
  if (decimals === undefined) return undefined;
  return {
    contractId,
    signer,
    engagementId: escrow.engagementId,
    title: escrow.title,
    description: escrow.description,
    roles: { ...roles, release: releaseSigner },
    platformFee: exactNumber(fromBasisPoints(escrow.platformFee)),
    milestones: escrow.milestones.map(({ amount, ...milestone }) => ({
      ...milestone,
      amount: exactNumber(fromBaseUnits(amount, decimals)),
    })),
    trustline: { address, decimals: multiplier },
    receiverMemo: exactNumber(escrow.receiverMemo.toString()),
  };
}
