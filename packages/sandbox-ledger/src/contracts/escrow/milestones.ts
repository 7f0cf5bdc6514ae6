/** Reporting and approving work. Neither checks the money: both are possible after a dispute or a release. */
import { conclude, type Step, withMilestone } from './code.ts';

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
