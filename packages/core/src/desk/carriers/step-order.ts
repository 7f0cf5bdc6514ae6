/** The order by which the escrow service builds a step, and whether it can build it. */

import { LEDGERS_A_DAY } from '../../actions/extend/index.ts';
import type { StepRequest, StepRequests } from '../../actions/steps/request.ts';
import { type Standing, written } from '../../actions/steps/standing.ts';
import { updatedEscrow } from '../../actions/update/updated-escrow.ts';
import { fromBasisPoints } from '../../escrow/index.ts';
import { assetOf, type Network, releasesOf } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { EscrowService, StepOrder, StepTerms } from '../../service/escrow-service.ts';

export function stepOrder(name: StepName, request: StepRequest, standing: Standing): StepOrder {
  const common = { escrow: request.escrow, signer: request.signer, release: standing.kind.release };
  const given = request as Partial<StepRequests['change-status'] & StepRequests['resolve'] & StepRequests['extend']>;
  const { milestone, status, evidence, distributions, days } = given;
  const index = milestone === undefined ? {} : { index: milestone - 1 };
  const ofUpdate = name === 'update' ? { terms: termsOf(request as StepRequests['update'], standing) } : {};
  return {
    ...common,
    act: name,
    ...index,
    ...(status === undefined ? {} : { status }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(distributions === undefined ? {} : { distributions }),
    ...(days === undefined ? {} : { ledgers: days * LEDGERS_A_DAY }),
    ...ofUpdate,
  } as StepOrder;
}

/** Whether the service builds this step for every kind of escrow that it makes: a signed step names no kind. */
export function isBuiltByService(name: StepName, network: Network, { steps }: Pick<EscrowService, 'steps'>): boolean {
  return steps !== undefined && releasesOf(network).every((release) => steps.builds(name, release));
}

function termsOf(request: StepRequests['update'], standing: Standing): StepTerms {
  const escrow = updatedEscrow(standing, request);
  const token = escrow.trustline.address;
  const asset = assetOf(standing.network, token);
  const amount = (units: bigint | undefined) => (units === undefined ? {} : { amount: written(standing, units) });
  const { admin: _, observers: __, ...roles } = escrow.roles;
  return {
    engagementId: escrow.engagementId,
    title: escrow.title,
    description: escrow.description,
    platformFee: fromBasisPoints(escrow.platformFee),
    roles,
    ...amount(escrow.amount),
    milestones: escrow.milestones.map(({ amount: units, ...milestone }) => ({ ...milestone, ...amount(units) })),
    token,
    ...(asset === undefined ? {} : { asset }),
    ...(escrow.receiverMemo === undefined ? {} : { receiverMemo: `${escrow.receiverMemo}` }),
  };
}
