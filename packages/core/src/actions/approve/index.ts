/** The approver accepts a milestone as agreed. It pays no one, and cannot be taken back. */
import { stateOf } from '../../kinds/progress.ts';
import {
  finishedObstacles,
  linkFacts,
  milestoneOf,
  unmetIf,
  unreportedWarnings,
  withMilestone,
} from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { milestone, type RequestWith } from '../steps/request.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { indexOf } from '../steps/values.ts';

const fields = () => ({ milestone: milestone() });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'approve', Request> = {
  name: 'approve',
  change: 'approved',
  agreesToReport: true,
  signers: ({ escrow }) => [{ role: 'approver', address: escrow.roles.approver }],
  unmetPreconditions(state, { milestone }) {
    const isApproved = milestoneOf(state, milestone)?.flags.approved === true;
    return [
      ...finishedObstacles(state, state.escrow.flags === undefined ? { milestone } : {}),
      ...unmetIf(isApproved, 'ALREADY_APPROVED', { milestone }),
    ];
  },
  callArguments: (_, { milestone }) => indexOf(milestone),
  effect: ({ escrow }, { milestone }) => ({
    after: withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, approved: true } })),
    ...NO_PAYMENT,
  }),
  risk(state, request) {
    const { escrow } = state;
    const current = milestoneOf(state, request.milestone);
    const isDisputed = current !== undefined && stateOf(escrow, current) === 'disputed';
    return {
      warnings: [
        ...unreportedWarnings(state, [request.milestone]),
        ...(isDisputed
          ? [{ code: 'ESCROW_IN_DISPUTE', params: { address: escrow.roles.disputeResolver } } as const]
          : []),
      ],
      facts: linkFacts(current?.evidence),
    };
  },
};

export const form = {
  fields,
  several: true,
  phrase: 'the approver accepts a milestone; this pays nobody',
  service: { path: 'approve-milestone', body: { milestoneIndex: 'index', approver: 'signer' } },
} satisfies StepForm<Request>;
