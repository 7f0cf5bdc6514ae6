/** The approver says that a milestone is as agreed. It pays nobody, and cannot be taken back. */
import { finishedObstacles } from '../steps/of-milestone.ts';
import { milestoneOf, withMilestone } from '../steps/standing.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { indexArguments } from '../steps/values.ts';

export const approve: Step<'approve'> = {
  name: 'approve',
  signers: ({ escrow }) => [{ role: 'approver', address: escrow.roles.approver }],
  obstacles(standing, { milestone }) {
    const isApproved = milestoneOf(standing, milestone)?.flags.approved === true;
    return [
      ...finishedObstacles(standing, standing.escrow.flags === undefined ? { milestone } : {}),
      ...(isApproved ? [{ code: 'ALREADY_APPROVED', params: { milestone } } as const] : []),
    ];
  },
  given: (_, { milestone }) => indexArguments(milestone),
  effect: ({ escrow }, { milestone }) => ({
    after: withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, approved: true } })),
    ...NO_PAYMENT,
  }),
};
