/** Reporting and approving work, which is possible even after a dispute or a release, and opening a dispute. */
import type { EscrowOnChain, MilestoneOnChain } from '@countersign/core/kinds';
import { conclude, type EscrowCode, type Step, withMilestone } from './code.ts';

export const changeStatus: Step = (code, context, { signer, index, status, evidence }) => {
  const { refusal, isSingle } = code;
  const escrow = code.load(context);
  const milestone = escrow.milestones[index];
  const isEmpty = status === '';
  if (isEmpty && isSingle) throw refusal('EmptyMilestoneStatus');
  if (signer !== escrow.roles.serviceProvider) throw refusal('OnlyServiceProviderChangeMilstoneStatus');
  if (isEmpty) throw refusal('EmptyMilestoneStatus');
  if (milestone === undefined) throw refusal(isSingle ? 'MilestoneToUpdateDoesNotExist' : 'InvalidMileStoneIndex');
  if (isSingle && milestone.status === '') throw refusal('EmptyMilestoneStatus');
  context.host.requireAuth(signer);
  return conclude(
    code,
    context,
    'change-status',
    withMilestone(escrow, index, { status, ...(evidence === undefined ? {} : { evidence }) }),
  );
};

export const approve: Step = (code, context, { signer, index }) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const milestone = escrow.milestones[index];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  if (signer !== escrow.roles.approver) throw refusal('OnlyApproverChangeMilstoneFlag');
  if (milestone.flags.approved === true) throw refusal('MilestoneHasAlreadyBeenApproved');
  if (milestone.status === '') throw refusal('EmptyMilestoneStatus');
  context.host.requireAuth(signer);
  return conclude(
    code,
    context,
    'approve',
    withMilestone(escrow, index, { flags: { ...milestone.flags, approved: true } }),
  );
};

/** Any role may open a dispute, except the dispute resolver. */
export const disputeMilestone: Step = (code, context, { signer, index }) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const milestone = escrow.milestones[index];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  const { flags } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('MilestoneAlreadyResolved');
  if (flags.disputed === true) throw refusal('MilestoneAlreadyInDispute');
  checkMayDispute(code, escrow, signer, milestone);
  context.host.requireAuth(signer);
  return conclude(code, context, 'dispute', withMilestone(escrow, index, { flags: { ...flags, disputed: true } }));
};

/** A released escrow can still be disputed. */
export const disputeEscrow: Step = (code, context, { signer }) => {
  const escrow = code.load(context);
  const { flags = {} } = escrow;
  if (flags.disputed === true) throw code.refusal('EscrowAlreadyInDispute');
  if (flags.resolved === true) throw code.refusal('EscrowAlreadyResolved');
  checkMayDispute(code, escrow, signer);
  context.host.requireAuth(signer);
  return conclude(code, context, 'dispute', { ...escrow, flags: { ...flags, disputed: true } });
};

function checkMayDispute(
  { refusal, isSingle }: EscrowCode,
  { roles }: EscrowOnChain,
  signer: string,
  milestone?: MilestoneOnChain,
): void {
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver, receiver } = roles;
  const receivers = [receiver, milestone?.receiver];
  const all = [approver, serviceProvider, platformAddress, releaseSigner, disputeResolver, ...receivers];
  if (!all.includes(signer)) throw refusal('UnauthorizedToChangeDisputeFlag');
  if (signer !== disputeResolver) return;
  throw refusal(isSingle ? 'DisputeResolverCannotDisputeTheEscrow' : 'DisputeResolverCannotDisputeTheMilestone');
}
