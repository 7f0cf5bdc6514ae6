/** The release signer has a milestone paid out, or all of an escrow that is paid at once. */
import { crossChainTarget } from '../../escrow/cross-chain.ts';
import { payoutOf } from '../../kinds/escrow-on-chain.ts';
import {
  type EscrowState,
  finishedObstacles,
  flagsOf,
  formatAmount,
  milestoneOf,
  named,
  numbersOf,
  unmetIf,
  withMilestone,
} from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { milestone, type RequestWith } from '../steps/request.ts';
import type { Payment, Step } from '../steps/step.ts';
import { indexOf } from '../steps/values.ts';

const fields = () => ({ milestone: milestone().optional() });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'release', Request> = {
  name: 'release',
  change: 'released',
  movesMoney: true,
  signers: ({ escrow }) => [{ role: 'releaseSigner', address: escrow.roles.releaseSigner }],
  unmetPreconditions(state, request) {
    const { escrow, held, token } = state;
    const open = numbersOf(state, ({ flags }) => flags.approved !== true);
    const unapproved = request.milestone === undefined ? open : open.filter((number) => number === request.milestone);
    const needed = amountOf(state, request);
    const disputed = { ...named(request), resolver: escrow.roles.disputeResolver };
    return [
      ...finishedObstacles(state, request),
      ...unmetIf(flagsOf(state, request).disputed === true, 'IN_DISPUTE', disputed),
      ...unmetIf(unapproved.length > 0, 'NOT_APPROVED', { milestones: unapproved, approver: escrow.roles.approver }),
      ...unmetIf(held < needed, 'TOO_LITTLE_HELD', {
        held: formatAmount(state, held),
        needed: formatAmount(state, needed),
        missing: formatAmount(state, needed - held),
        token,
      }),
    ];
  },
  callArguments: (_, { milestone }) => indexOf(milestone),
  effect(state, request) {
    const { escrow } = state;
    const after =
      request.milestone === undefined
        ? { ...escrow, flags: { ...escrow.flags, released: true } }
        : withMilestone(escrow, request.milestone, ({ flags }) => ({ flags: { ...flags, released: true } }));
    return { after, pays: payments(state, request), isAbout: false };
  },
  risk({ escrow: { crossChainReceiver } }) {
    const params = crossChainTarget(crossChainReceiver);
    return params === undefined ? {} : { stops: [{ code: 'CROSS_CHAIN_RECEIVER', params }] };
  },
  emits: (_, signer) => ({ data: signer }),
};

export const form = {
  fields,
  several: true,
  phrase: 'the release signer pays out what is approved, to the receiver and, as fees, to platform and service',
  service: {
    path: { single: 'release-funds', multi: 'release-milestone-funds' },
    body: { releaseSigner: 'signer', milestoneIndex: 'index' },
  },
} satisfies StepForm<Request>;

function amountOf(state: EscrowState, { milestone }: Request): bigint {
  return (milestone === undefined ? state.escrow.amount : milestoneOf(state, milestone)?.amount) ?? 0n;
}

function payments(state: EscrowState, request: Request): Payment[] {
  const { escrow, network } = state;
  const { paid, platform, service, receiver } = payoutOf(amountOf(state, request), escrow.platformFee);
  const own = request.milestone === undefined ? undefined : milestoneOf(state, request.milestone)?.receiver;
  const to = own ?? escrow.roles.receiver;
  return [
    { as: 'service', ...(network.feeAddress === undefined ? {} : { to: network.feeAddress }), units: service } as const,
    { as: 'platform', to: escrow.roles.platformAddress, units: platform } as const,
    { as: 'receiver', ...(to === undefined ? {} : { to }), units: receiver, of: paid } as const,
  ].filter(({ units }) => units > 0n);
}
