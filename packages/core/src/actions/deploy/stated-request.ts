/** The request that a deploy answers, as the deploy itself states it: the inverse of `escrowOfRequest`. */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import {
  type DeployRequest,
  decimalsOfMultiplier,
  fromBaseUnits,
  fromBasisPoints,
  parseDeployRequest,
} from '../../escrow/index.ts';
import type { Network } from '../../escrow/network.ts';
import type { InterfaceEscrow } from '../../kinds/interface-multi.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';

/**
 * Nothing is proven by it: the transaction must still be compared with it, which also holds the token's decimals
 * against what is known of the token. What a request cannot say (a milestone's state, its evidence) is left out.
 * @throws CountersignError INPUT_INVALID where no request may ask for such an escrow
 */
export function statedRequest(
  { source }: ReadTransaction,
  { escrow }: Pick<ReadDeploy<InterfaceEscrow>, 'escrow'>,
  network: Network,
): DeployRequest {
  const { trustline, receiverMemo } = escrow;
  // Where the multiplier is none, parsing says so; the amounts do not matter then.
  const decimals = decimalsOfMultiplier(trustline.multiplier) ?? 0;
  return parseDeployRequest(
    {
      signer: source,
      engagementId: escrow.engagementId,
      title: escrow.title,
      description: escrow.description,
      roles: escrow.roles,
      platformFee: fromBasisPoints(escrow.platformFee),
      milestones: escrow.milestones.map(({ description, amount }) => ({
        description,
        amount: fromBaseUnits(amount, decimals),
      })),
      trustline: { address: trustline.address, decimals: trustline.multiplier },
      ...(receiverMemo === 0n ? {} : { receiverMemo: String(receiverMemo) }),
    },
    network,
  );
}
