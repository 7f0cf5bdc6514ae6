/** The escrow that a request asks for. */
import { type DeployRequest, decimalsOfMultiplier, toBaseUnits, toBasisPoints } from '../escrow/index.ts';
import type { InterfaceEscrow } from './interface-multi.ts';

/** As it must stand on chain the moment it is created, with every field of the interface's own kind. */
export function escrowOfRequest(request: DeployRequest): InterfaceEscrow {
  const { address, decimals: multiplier } = request.trustline;
  const decimals = decimalsOfMultiplier(multiplier) as number;
  return {
    engagementId: request.engagementId,
    title: request.title,
    description: request.description,
    roles: request.roles,
    platformFee: toBasisPoints(request.platformFee) as number,
    milestones: request.milestones.map((milestone) => ({
      description: milestone.description,
      amount: toBaseUnits(milestone.amount, decimals) as bigint,
      status: 'pending',
      evidence: '',
      flags: { approved: false, disputed: false, released: false, resolved: false },
    })),
    trustline: { address, multiplier },
    receiverMemo: BigInt(request.receiverMemo ?? 0),
  };
}
