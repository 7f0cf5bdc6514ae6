/** The request that a deploy answers, as the deploy itself states it: the inverse of `escrowOfRequest`. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { type DeployRequest, decimalsOfMultiplier, fromBaseUnits, fromBasisPoints } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import { DEFAULT_MULTIPLIER } from '../../escrow/request.ts';
import { type EscrowOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import { parseDeploy } from './parse-deploy.ts';

/**
 * The result proves nothing: the transaction must still be compared with it. That comparison also checks the token's
 * decimals against what is known of the token, and every milestone's receiver against the first. What a request cannot
 * say (a milestone's state, its evidence) is left out.
 * @throws CountersignError INPUT_INVALID where no request may ask for such an escrow
 */
export function statedRequest(
  { source }: ReadTransaction,
  { escrow, kind }: Pick<ReadDeploy, 'escrow' | 'kind'>,
  network: Network,
): DeployRequest {
  const { address } = escrow.trustline;
  const known = tokenDecimals(network, address);
  const multiplier = escrow.trustline.multiplier ?? (known === undefined ? DEFAULT_MULTIPLIER : 10 ** known);
  // Parsing refuses an invalid multiplier, so the amounts do not matter then.
  const decimals = decimalsOfMultiplier(multiplier) ?? 0;
  const amounts = amountsOf(escrow);
  return parseDeploy(
    {
      signer: source,
      kind: kind.release,
      engagementId: escrow.engagementId,
      title: escrow.title,
      description: escrow.description,
      roles: { ...escrow.roles, receiver: receivers(escrow)[0] },
      platformFee: fromBasisPoints(escrow.platformFee),
      milestones: escrow.milestones.map(({ description }, index) => ({
        description,
        amount: fromBaseUnits(amounts[index] ?? 0n, decimals),
      })),
      trustline: { address, decimals: multiplier },
      ...(escrow.receiverMemo ? { receiverMemo: String(escrow.receiverMemo) } : {}),
    },
    network,
  );
}

/** How the one amount of a single release is split stands nowhere: any request with that total means the same escrow. */
function amountsOf({ amount, milestones }: EscrowOnChain): bigint[] {
  if (amount === undefined) return milestones.map((milestone) => milestone.amount ?? 0n);
  const [, ...others] = milestones.map(() => 1n);
  return [amount - BigInt(others.length), ...others];
}
