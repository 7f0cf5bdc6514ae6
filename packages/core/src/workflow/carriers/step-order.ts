/** The order by which the escrow service builds a step, and whether it can build it. */

import { formOf } from '../../actions/registry.ts';
import type { StepOrder } from '../../actions/steps/form.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import type { Standing } from '../../actions/steps/standing.ts';
import { type Network, releasesOf } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { EscrowService } from '../../service/escrow-service.ts';

export function stepOrder(name: StepName, request: StepRequest, standing: Standing): StepOrder {
  const { escrow, signer, milestone, distributions } = request;
  const { release } = standing.kind;
  return {
    ...{ act: name, escrow, signer, release },
    ...(milestone === undefined ? {} : { index: milestone - 1 }),
    ...(distributions === undefined ? {} : { distributions }),
    ...formOf(name).ordered?.(request, standing),
  };
}

/** Whether the service builds this step for every kind of escrow that it makes: a signed step names no kind. */
export function isBuiltByService(name: StepName, network: Network, { steps }: Pick<EscrowService, 'steps'>): boolean {
  return steps !== undefined && releasesOf(network).every((release) => steps.builds(name, release));
}
