/** The escrow that a request asks for. */
import { type DeployRequest, decimalsOfMultiplier, toBaseUnits, toBasisPoints } from '../escrow/index.ts';
import { knownToken, type Network, type Release } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import { type InterfaceEscrow, interfaceMulti } from './interface-multi.ts';
import { servedKind } from './served-kinds.ts';

/** The release that a request asks for. */
export function releaseOf({ kind = 'multi' }: Pick<DeployRequest, 'kind'>): Release {
  return kind;
}

/** The kind of escrow that a request means on this network, by the interface of its service. */
export function kindOfRequest(request: Pick<DeployRequest, 'kind'>, { dialect }: Network): EscrowKind {
  // Parsing refuses a release that the service does not make.
  return servedKind(dialect, releaseOf(request)) ?? interfaceMulti;
}

/** The escrow that a request asks for, as its kind must store it on creation: `kind.encode` writes it. */
export function escrowOfKind({ release, generation }: EscrowKind, asked: InterfaceEscrow): EscrowOnChain {
  const isSandbox = generation === 'sandbox';
  const { receiver, ...others } = asked.roles;
  const milestones = asked.milestones;
  return {
    ...asked,
    ...(release === 'single'
      ? {
          amount: milestones.reduce((sum, { amount }) => sum + amount, 0n),
          flags: { disputed: false, released: false, resolved: false },
        }
      : {}),
    roles: isSandbox || release === 'single' ? asked.roles : others,
    milestones: isSandbox || release === 'single' ? milestones : milestones.map((each) => ({ ...each, receiver })),
  };
}

/** The escrow as created, with every field of the interface's own kind. */
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

/** The same as the service puts it on chain: a token named by a known issuer becomes its contract. */
export function escrowOnChain(request: DeployRequest, network: Network): InterfaceEscrow {
  const { trustline, ...escrow } = escrowOfRequest(request);
  const address = knownToken(network, trustline.address)?.address ?? trustline.address;
  return { ...escrow, trustline: { ...trustline, address } };
}
