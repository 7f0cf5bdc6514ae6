import { type DeployRequest, decimalsOfMultiplier, receiverOf, toBaseUnits, toBasisPoints } from '../escrow/index.ts';
import { knownToken, type Network, type Release } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { type EscrowOnChain, type MilestoneOnChain, sumOf } from './escrow-on-chain.ts';
import { servedKind } from './live-kinds.ts';

export function releaseOf({ kind = 'multi' }: Pick<DeployRequest, 'kind'>): Release {
  return kind;
}

export function kindOfRequest(request: Pick<DeployRequest, 'kind'>): EscrowKind {
  return servedKind(releaseOf(request));
}

/** A request's escrow, in base units, with everything that a request names; no kind stores the multiplier. */
export type AskedEscrow = Omit<EscrowOnChain, 'roles' | 'milestones' | 'trustline' | 'receiverMemo'> & {
  readonly roles: DeployRequest['roles'];
  readonly milestones: readonly (MilestoneOnChain & { readonly amount: bigint })[];
  readonly trustline: { readonly address: string; readonly multiplier: number };
  readonly receiverMemo: bigint;
};

/** The escrow that a request asks for, as its kind must store it on creation: `kind.encode` writes it. */
export function escrowOfKind({ release }: EscrowKind, requested: AskedEscrow): EscrowOnChain {
  const { milestones, roles } = requested;
  const { receiver: _, ...others } = roles;
  if (release === 'multi') {
    const paid = milestones.map((each, index) => ({ ...each, receiver: receiverOf(requested, index) }));
    return { ...requested, roles: others, milestones: paid };
  }
  return {
    ...requested,
    amount: sumOf(milestones.map(({ amount }) => amount)),
    flags: { disputed: false, released: false, resolved: false },
  };
}

export function escrowOfRequest(request: DeployRequest): AskedEscrow {
  const { address, decimals: multiplier } = request.trustline;
  const decimals = decimalsOfMultiplier(multiplier) as number;
  return {
    engagementId: request.engagementId,
    title: request.title,
    description: request.description,
    roles: request.roles,
    platformFee: toBasisPoints(request.platformFee) as number,
    milestones: request.milestones.map(({ description, amount, receiver }) => ({
      description,
      amount: toBaseUnits(amount, decimals) as bigint,
      ...(receiver === undefined ? {} : { receiver }),
      status: 'pending',
      evidence: '',
      flags: { approved: false, disputed: false, released: false, resolved: false },
    })),
    trustline: { address, multiplier },
    receiverMemo: BigInt(request.receiverMemo ?? 0),
  };
}

/** The same as the service puts it on chain: a token named by a known issuer becomes its contract. */
export function escrowOnChain(request: DeployRequest, network: Network): AskedEscrow {
  const { trustline, ...escrow } = escrowOfRequest(request);
  const address = knownToken(network, trustline.address)?.address ?? trustline.address;
  return { ...escrow, trustline: { ...trustline, address } };
}
