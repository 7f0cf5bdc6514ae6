/** The escrow that a request asks for. */
import { type DeployRequest, decimalsOfMultiplier, toBaseUnits, toBasisPoints } from '../escrow/index.ts';
import { knownToken, type Network } from '../escrow/network.ts';
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

/** The same as the service puts it on chain: a token that is named by its known issuer is the contract that moves it. */
export function escrowOnChain(request: DeployRequest, network: Network): InterfaceEscrow {
  const { trustline, ...escrow } = escrowOfRequest(request);
  const address = knownToken(network, trustline.address)?.address ?? trustline.address;
  return { ...escrow, trustline: { ...trustline, address } };
}
