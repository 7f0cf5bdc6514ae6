/** A deployed escrow as the service returns it: the fields of the request, in its units, with their states. */
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints } from '@countersign/core/escrow';
import type { DeployedEscrow } from '../contract/send.ts';
import { exactNumber } from './bodies.ts';

export function escrowView({ contractId, signer, escrow }: DeployedEscrow): Record<string, unknown> {
  const { releaseSigner, ...roles } = escrow.roles;
  const decimals = decimalsOfMultiplier(escrow.trustline.decimals) ?? 0;
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
    trustline: escrow.trustline,
    receiverMemo: exactNumber(escrow.receiverMemo.toString()),
  };
}
