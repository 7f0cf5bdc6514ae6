/** A party opens a dispute: nothing is paid out of it until the dispute resolver decides. */
import type { RoleName } from '../../escrow/steps.ts';
import {
  type EscrowState,
  finishedObstacles,
  flagsOf,
  milestoneOf,
  named,
  unmetIf,
  withMilestone,
} from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { milestone, type RequestWith } from '../steps/request.ts';
import { NO_PAYMENT, type Party, type Step } from '../steps/step.ts';
import { indexOf } from '../steps/values.ts';

const PARTIES = [
  'approver',
  'serviceProvider',
  'platformAddress',
  'releaseSigner',
] as const satisfies readonly RoleName[];

const fields = () => ({ milestone: milestone().optional() });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'dispute', Request> = {
  name: 'dispute',
  change: 'disputed',
  signers: (state, { milestone }) => parties(state, milestone),
  unmetPreconditions(state, request) {
    const isDisputed = flagsOf(state, request).disputed === true;
    const address = state.escrow.roles.disputeResolver;
    return [
      ...finishedObstacles(state, request),
      ...unmetIf(isDisputed, 'ALREADY_IN_DISPUTE', named(request)),
      ...unmetIf(request.signer === address, 'RESOLVER_CANNOT_DISPUTE', { address }),
    ];
  },
  callArguments: (_, { milestone }) => indexOf(milestone),
  effect: ({ escrow }, { milestone }) => ({
    after:
      milestone === undefined
        ? { ...escrow, flags: { ...escrow.flags, disputed: true } }
        : withMilestone(escrow, milestone, ({ flags }) => ({ flags: { ...flags, disputed: true } })),
    ...NO_PAYMENT,
  }),
};

export const form = {
  fields,
  phrase: 'a party (give signer) stops a payment until the dispute resolver decides',
  service: {
    path: { single: 'dispute-escrow', multi: 'dispute-milestone' },
    body: { signer: 'signer', milestoneIndex: 'index' },
  },
} satisfies StepForm<Request>;

function parties(state: EscrowState, milestone: number | undefined): Party[] {
  const { roles } = state.escrow;
  const receiver = (milestone === undefined ? undefined : milestoneOf(state, milestone)?.receiver) ?? roles.receiver;
  return [
    ...PARTIES.map((role) => ({ role, address: roles[role] })),
    ...(receiver === undefined ? [] : [{ role: 'receiver', address: receiver } as const]),
  ];
}
