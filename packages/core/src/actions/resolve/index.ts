/** The dispute resolver decides a dispute: who gets how much, after fees. */
import type { Obstacle } from '../../words/obstacles.ts';
import { paymentsOf, roundingObstacles, totalOf } from '../steps/distribution.ts';
import { finishedObstacles, flagsOf, named } from '../steps/of-milestone.ts';
import type { StepRequests } from '../steps/request.ts';
import { milestoneOf, type Standing, withMilestone, written } from '../steps/standing.ts';
import type { Step } from '../steps/step.ts';
import { distributionsValue, indexArguments } from '../steps/values.ts';

export const resolve: Step<'resolve'> = {
  name: 'resolve',
  signers: ({ escrow }) => [{ role: 'disputeResolver', address: escrow.roles.disputeResolver }],
  obstacles(standing, request) {
    const isDisputed = flagsOf(standing, request).disputed === true;
    return [
      ...finishedObstacles(standing, request),
      ...(isDisputed ? [] : [{ code: 'NOT_IN_DISPUTE', params: named(request) } as const]),
      ...amountObstacles(standing, request),
    ];
  },
  given: (standing, { milestone, distributions }) => ({
    ...indexArguments(milestone),
    distributions: distributionsValue(distributions, standing),
  }),
  effect(standing, { milestone, distributions }) {
    const { escrow } = standing;
    const decided = { disputed: false, resolved: true };
    const after =
      milestone === undefined
        ? { ...escrow, flags: { ...escrow.flags, ...decided } }
        : withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, ...decided }, status: 'resolved' }));
    return { after, ...paymentsOf(distributions, standing) };
  },
};

function amountObstacles(standing: Standing, { milestone, distributions }: StepRequests['resolve']): Obstacle[] {
  const { held, token } = standing;
  const total = totalOf(distributions, standing);
  const asked = written(standing, total);
  if (milestone === undefined && total !== held) {
    return [{ code: 'NOT_ALL_OF_IT', params: { asked, held: written(standing, held), token } }];
  }
  const most = milestone === undefined ? held : (milestoneOf(standing, milestone)?.amount ?? 0n);
  if (total > most) return [{ code: 'MORE_THAN_MILESTONE', params: { asked, most: written(standing, most), token } }];
  if (total > held) return [{ code: 'MORE_THAN_HELD', params: { asked, held: written(standing, held), token } }];
  return [...roundingObstacles(distributions, standing, milestone !== undefined)];
}
