/** The dispute resolver decides a dispute: who gets how much, after fees. */
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { claimsOn } from '../steps/claims.ts';
import { leftOver, paymentsOf, roundingObstacles, totalOf } from '../steps/distribution.ts';
import {
  type EscrowState,
  finishedObstacles,
  flagsOf,
  formatAmount,
  milestoneOf,
  named,
  unmetIf,
  withMilestone,
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
  unmetPreconditions(state, request) {
    const isDisputed = flagsOf(state, request).disputed === true;
    return [
      ...finishedObstacles(state, request),
      ...unmetIf(!isDisputed, 'NOT_IN_DISPUTE', named(request)),
      ...amountObstacles(state, request),
    ];
  },
  callArguments: (state, request) => ({
    ...indexOf(request.milestone),
    distributions: sharesInUnits(request.distributions, state),
  }),
  effect(state, { milestone, distributions }) {
    const { escrow } = state;
    const decided = { disputed: false, resolved: true };
    const after =
      milestone === undefined
        ? { ...escrow, flags: { ...escrow.flags, ...decided } }
        : withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, ...decided }, status: 'resolved' }));
    return { after, ...paymentsOf(distributions, state) };
  },
  risk(state, request) {
    const claim = claimsOn(state)[(request.milestone ?? 1) - 1]?.units ?? 0n;
    return { stops: leftOver(claim, request.distributions, state, step.effect(state, request)) };
  },
  total: (state, { distributions }) => totalOf(distributions, state),
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

function amountObstacles(state: EscrowState, { milestone, distributions }: Request): UnmetPrecondition[] {
  const { held, token } = state;
  const total = totalOf(distributions, state);
  const asked = formatAmount(state, total);
  if (milestone === undefined && total !== held) {
    return [{ code: 'NOT_ALL_OF_IT', params: { asked, held: formatAmount(state, held), token } }];
  }
  const most = milestone === undefined ? held : (milestoneOf(state, milestone)?.amount ?? 0n);
  if (total > most) return [{ code: 'MORE_THAN_MILESTONE', params: { asked, most: formatAmount(state, most), token } }];
  if (total > held) return [{ code: 'MORE_THAN_HELD', params: { asked, held: formatAmount(state, held), token } }];
  return [...roundingObstacles(distributions, state, milestone !== undefined)];
}
