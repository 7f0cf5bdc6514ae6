/** The dispute resolver takes out what is left once every milestone is paid out, decided or in dispute. */
import { claimsOn } from '../steps/claims.ts';
import { leftOver, paymentsOf, roundingObstacles, totalOf } from '../steps/distribution.ts';
import { formatAmount, unfinished, unmetIf } from '../steps/escrow-state.ts';
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
  unmetPreconditions(state, { distributions }) {
    const { held, token } = state;
    const open = unfinished(state);
    const total = totalOf(distributions, state);
    const amounts = { asked: formatAmount(state, total), held: formatAmount(state, held), token };
    return [
      ...unmetIf(open.length > 0, 'NOT_FINISHED', { milestones: open }),
      ...unmetIf(held === 0n, 'NOTHING_HELD', {}),
      ...unmetIf(held > 0n && total > held, 'MORE_THAN_HELD', amounts),
      ...roundingObstacles(distributions, state),
    ];
  },
  callArguments: (state, { distributions }) => ({ distributions: sharesInUnits(distributions, state) }),
  // The contract's record of the escrow stays as it is.
  effect: (state, { distributions }) => ({ after: state.escrow, ...paymentsOf(distributions, state) }),
  risk(state, request) {
    const unclaimed = claimsOn(state).reduce((rest, { units }) => rest - units, state.held);
    return { stops: leftOver(unclaimed, request.distributions, state, step.effect(state, request)) };
  },
  total: (state, { distributions }) => totalOf(distributions, state),
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
