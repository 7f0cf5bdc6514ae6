/** Reporting and approving work, which is possible even after a dispute or a release, and opening a dispute. */
import type { MilestoneOnChain } from '@countersign/core/kinds';
import { type EscrowCall, type Step, withMilestone } from './code.ts';

export const changeStatus: Step = ({ code, escrow, refusal, args, ...call }) => {
  const { signer, index, status, evidence } = args;
  const { isSingle } = code;
  const milestone = escrow.milestones[index];
  const isEmpty = status === '';
  if (isEmpty && isSingle) throw refusal('EmptyMilestoneStatus');
  if (signer !== escrow.roles.serviceProvider) throw refusal('OnlyServiceProviderChangeMilstoneStatus');
  if (isEmpty) throw refusal('EmptyMilestoneStatus');
  if (milestone === undefined) throw refusal(isSingle ? 'MilestoneToUpdateDoesNotExist' : 'InvalidMileStoneIndex');
  if (isSingle && milestone.status === '') throw refusal('EmptyMilestoneStatus');
  call.authorise();
  const reported = { status, ...(evidence === undefined ? {} : { evidence }) };
  return call.conclude('change-status', withMilestone(escrow, index, reported));
};

export const approve: Step = ({ escrow, refusal, args: { signer, index }, ...call }) => {
  const milestone = escrow.milestones[index];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  if (signer !== escrow.roles.approver) throw refusal('OnlyApproverChangeMilstoneFlag');
  if (milestone.flags.approved === true) throw refusal('MilestoneHasAlreadyBeenApproved');
  if (milestone.status === '') throw refusal('EmptyMilestoneStatus');
  call.authorise();
  return call.conclude('approve', withMilestone(escrow, index, { flags: { ...milestone.flags, approved: true } }));
};

/** Any role may open a dispute, except the dispute resolver. */
export const disputeMilestone: Step = (call) => {
  const { refusal, escrow, args } = call;
  const milestone = escrow.milestones[args.index];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  const { flags } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('MilestoneAlreadyResolved');
  if (flags.disputed === true) throw refusal('MilestoneAlreadyInDispute');
  checkMayDispute(call, milestone);
  call.authorise();
  return call.conclude('dispute', withMilestone(escrow, args.index, { flags: { ...flags, disputed: true } }));
};

/** A released escrow can still be disputed. */
export const disputeEscrow: Step = (call) => {
  const { refusal, escrow } = call;
  const { flags = {} } = escrow;
  if (flags.disputed === true) throw refusal('EscrowAlreadyInDispute');
  if (flags.resolved === true) throw refusal('EscrowAlreadyResolved');
  checkMayDispute(call);
  call.authorise();
  return call.conclude('dispute', { ...escrow, flags: { ...flags, disputed: true } });
};

function checkMayDispute({ code, refusal, escrow, args: { signer } }: EscrowCall, milestone?: MilestoneOnChain): void {
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver, receiver } = escrow.roles;
  const receivers = [receiver, milestone?.receiver];
  const all = [approver, serviceProvider, platformAddress, releaseSigner, disputeResolver, ...receivers];
  if (!all.includes(signer)) throw refusal('UnauthorizedToChangeDisputeFlag');
  if (signer !== disputeResolver) return;
  throw refusal(code.isSingle ? 'DisputeResolverCannotDisputeTheEscrow' : 'DisputeResolverCannotDisputeTheMilestone');
}
