/** A party opens a dispute: nothing is paid out of it until the dispute resolver decides. */
import type { RoleName } from '../../escrow/roles.ts';
import { finishedObstacles, flagsOf, named } from '../steps/of-milestone.ts';
import { milestoneOf, type Standing, withMilestone } from '../steps/standing.ts';
import { NO_PAYMENT, type Party, type Step } from '../steps/step.ts';
import { indexArguments } from '../steps/values.ts';

const PARTIES = [
  'approver',
  'serviceProvider',
  'platformAddress',
  'releaseSigner',
] as const satisfies readonly RoleName[];

export const dispute: Step<'dispute'> = {
  name: 'dispute',
  signers: (standing, { milestone }) => parties(standing, milestone),
  obstacles(standing, request) {
    const isDisputed = flagsOf(standing, request).disputed === true;
    const address = standing.escrow.roles.disputeResolver;
    return [
      ...finishedObstacles(standing, request),
      ...(isDisputed ? [{ code: 'ALREADY_IN_DISPUTE', params: named(request) } as const] : []),
      ...(request.signer === address ? [{ code: 'RESOLVER_CANNOT_DISPUTE', params: { address } } as const] : []),
    ];
  },
  given: (_, { milestone }) => indexArguments(milestone),
  effect: ({ escrow }, { milestone }) => ({
    after:
      milestone === undefined
        ? { ...escrow, flags: { ...escrow.flags, disputed: true } }
        : withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, disputed: true } })),
    ...NO_PAYMENT,
  }),
};

function parties(standing: Standing, milestone: number | undefined): Party[] {
  const { roles } = standing.escrow;
  const receiver = (milestone === undefined ? undefined : milestoneOf(standing, milestone)?.receiver) ?? roles.receiver;
  return [
    ...PARTIES.map((role) => ({ role, address: roles[role] })),
    ...(receiver === undefined ? [] : [{ role: 'receiver', address: receiver } as const]),
  ];
}
