/** What stands against a step. */
import type { StepName } from '../../escrow/steps.ts';
import { functionOf } from '../../kinds/function-of.ts';
import type { Obstacle } from '../../words/obstacles.ts';
import { stepOf } from '../registry.ts';
import type { StepRequest } from './request.ts';
import { roomObstacles } from './room.ts';
import type { Standing } from './standing.ts';
import type { Party } from './step.ts';

/** Everything that stands against a step, the first being what a person should hear first. */
export function obstaclesOf(name: StepName, request: StepRequest, standing: Standing): readonly Obstacle[] {
  const step = stepOf(name);
  if (functionOf(standing.kind, name, standing.network) === undefined) {
    return [{ code: 'NO_SUCH_FUNCTION', params: { step: name } }];
  }
  const { milestone } = request;
  const count = standing.escrow.milestones.length;
  // When a step is renewed, the escrow may have fewer milestones by now.
  if (milestone !== undefined && milestone > count)
    return [{ code: 'NO_SUCH_MILESTONE', params: { milestone, count } }];
  const parties = step.signers(standing, request);
  const isParty = parties.some(({ address }) => address === request.signer);
  const notYours = { code: 'NOT_YOUR_STEP', params: { step: name, signer: request.signer, parties } } as const;
  const found = [...step.obstacles(standing, request), ...(isParty ? [] : (contractRole(parties) ?? [notYours]))];
  return found.length > 0 ? found : roomObstacles(step, standing, request);
}

/** The obstacle where only contracts may take a step. */
export function contractRole(parties: readonly Party[]): readonly Obstacle[] | undefined {
  if (parties.some(({ address }) => !address.startsWith('C'))) return undefined;
  return parties.map((party) => ({ code: 'ROLE_IS_CONTRACT', params: party }));
}
