/** The dispute resolver decides a dispute: who gets how much, after fees. */
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { claimsOn } from '../steps/claims.ts';
import { leftOver, paymentsOf, roundingObstacles, totalOf } from '../steps/distribution.ts';
import {
  type EscrowState,
  finishedObstacles,
  flagsOf,
  milestoneOf,
  named,
  withMilestone,
  written,
} from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { distributions, milestone, type RequestWith, shareProblems } from '../steps/request.ts';
import type { Step } from '../steps/step.ts';
import { indexOf, sharesInUnits } from '../steps/values.ts';

const fields = () => ({ milestone: milestone().optional(), distributions: distributions() });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'resolve', Request> = {
  name: 'resolve',
  change: 'resolved',
  movesMoney: true,
  signers: ({ escrow }) => [{ role: 'disputeResolver', address: escrow.roles.disputeResolver }],
  obstacles(standing, request) {
    const isDisputed = flagsOf(standing, request).disputed === true;
    return [
      ...finishedObstacles(standing, request),
      ...(isDisputed ? [] : [{ code: 'NOT_IN_DISPUTE', params: named(request) } as const]),
      ...amountObstacles(standing, request),
    ];
  },
  given: (standing, request) => ({
    ...indexOf(request.milestone),
    distributions: sharesInUnits(request.distributions, standing),
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
  weighed(standing, request) {
    const claim = claimsOn(standing)[(request.milestone ?? 1) - 1]?.units ?? 0n;
    return { stops: leftOver(claim, request.distributions, standing, step.effect(standing, request)) };
  },
  total: (standing, { distributions }) => totalOf(distributions, standing),
};

export const form = {
  fields,
  phrase: 'decide a dispute. The shares of a milestone come to its amount at most',
  problems: shareProblems,
  service: {
    path: { single: 'resolve-dispute', multi: 'resolve-milestone-dispute' },
    body: { disputeResolver: 'signer', milestoneIndex: 'index', distributions: 'distributions' },
  },
} satisfies StepForm<Request>;

function amountObstacles(standing: EscrowState, { milestone, distributions }: Request): UnmetPrecondition[] {
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
