/** The dispute resolver takes out what is left once every milestone is paid out, decided or in dispute. */
import { claimsOn } from '../steps/claims.ts';
import { leftOver, paymentsOf, roundingObstacles, totalOf } from '../steps/distribution.ts';
import { unfinished, written } from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { distributions, type RequestWith, shareProblems } from '../steps/request.ts';
import type { Step } from '../steps/step.ts';
import { sharesInUnits } from '../steps/values.ts';

const fields = () => ({ distributions: distributions() });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'withdraw', Request> = {
  name: 'withdraw',
  change: 'withdrawn',
  movesMoney: true,
  signers: ({ escrow }) => [{ role: 'disputeResolver', address: escrow.roles.disputeResolver }],
  obstacles(standing, { distributions }) {
    const { held, token } = standing;
    const open = unfinished(standing);
    const total = totalOf(distributions, standing);
    const amounts = { asked: written(standing, total), held: written(standing, held), token };
    return [
      ...(open.length > 0 ? [{ code: 'NOT_FINISHED', params: { milestones: open } } as const] : []),
      ...(held === 0n ? [{ code: 'NOTHING_HELD', params: {} } as const] : []),
      ...(held > 0n && total > held ? [{ code: 'MORE_THAN_HELD', params: amounts } as const] : []),
      ...roundingObstacles(distributions, standing),
    ];
  },
  given: (standing, { distributions }) => ({ distributions: sharesInUnits(distributions, standing) }),
  // The contract's record of the escrow stays as it is.
  effect: (standing, { distributions }) => ({ after: standing.escrow, ...paymentsOf(distributions, standing) }),
  weighed(standing, request) {
    const unclaimed = claimsOn(standing).reduce((rest, { units }) => rest - units, standing.held);
    return { stops: leftOver(unclaimed, request.distributions, standing, step.effect(standing, request)) };
  },
  total: (standing, { distributions }) => totalOf(distributions, standing),
};

export const form = {
  fields,
  phrase: 'pay out what is left once every milestone is paid, decided or in dispute',
  problems: shareProblems,
  service: {
    path: 'withdraw-remaining-funds',
    body: { disputeResolver: 'signer', distributions: 'distributions' },
    // It has no endpoint for a single release, though that contract has the function too.
    onlyInV1: 'multi',
  },
} satisfies StepForm<Request>;
