/** The dispute resolver resolves disputes, and withdraws what no release can pay out any more. */
import { type EscrowOnChain, splitOf } from '@countersign/core/kinds';
import { type EscrowCall, MAX_I128, type Step, withMilestone } from './code.ts';
import { pay } from './release.ts';

const MAX_DISTRIBUTIONS = 50;

/** A part of the milestone's amount may stay behind. */
export const resolveMilestone: Step = (call) => {
  const { refusal, escrow, args } = call;
  const balance = call.held();
  const milestone = escrow.milestones[args.index];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  const total = requestedTotal(call);
  const { amount = 0n, flags } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('MilestoneAlreadyResolved');
  if (flags.disputed !== true) throw refusal('MilestoneNotInDispute');
  if (total > amount) throw refusal('TotalDisputeFundsMustNotExceedTheMilestoneAmount');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  const resolved = { status: 'resolved', flags: { ...flags, disputed: false, resolved: true } };
  return distribute(call, 'resolve', withMilestone(escrow, args.index, resolved));
};

/** Does not check whether the escrow was released before. */
export const resolveEscrow: Step = (call) => {
  const { refusal, escrow } = call;
  const { flags = {} } = escrow;
  const balance = call.held();
  const total = requestedTotal(call);
  if (flags.disputed !== true) throw refusal('EscrowNotInDispute');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  if (balance !== total) throw refusal('DistributionsMustEqualEscrowBalance');
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  return distribute(call, 'resolve', { ...escrow, flags: { ...flags, disputed: false, resolved: true } });
};

/** Disputed milestones count as done, so the resolver can withdraw without resolving. The state stays as it is. */
export const withdraw: Step = (call) => {
  const { refusal, escrow } = call;
  const balance = call.held();
  const total = requestedTotal(call);
  const parts = call.code.isSingle ? [escrow.flags ?? {}] : escrow.milestones.map(({ flags }) => flags);
  if (!parts.every(({ released, resolved, disputed }) => released === true || resolved === true || disputed === true)) {
    throw refusal('EscrowNotFullyProcessed');
  }
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  return distribute(call, 'withdraw', escrow);
};

/** @throws HostError where the shares are not payable, or the caller may not share out */
function requestedTotal({ refusal, escrow, args: { signer, distributions } }: EscrowCall): bigint {
  let total = 0n;
  for (const { amount } of distributions) {
    if (amount <= 0n) throw refusal('AmountsToBeTransferredShouldBePositive');
    total += amount;
    if (total > MAX_I128) throw refusal('Overflow');
  }
  if (distributions.length > MAX_DISTRIBUTIONS) throw refusal('TooManyDistributions');
  if (signer !== escrow.roles.disputeResolver) throw refusal('OnlyDisputeResolverCanExecuteThisFunction');
  return total;
}

function distribute(call: EscrowCall, act: 'resolve' | 'withdraw', escrow: EscrowOnChain): undefined {
  const { distributions } = call.args;
  call.authorise();
  const amounts = distributions.map(({ amount }) => amount);
  const rule = call.code.kind.split?.rule ?? 'off-total';
  const { platform, service, shares } = splitOf(amounts, escrow.platformFee, rule);
  const paid = distributions.map(({ address }, at) => ({ address, amount: shares[at] ?? 0n }));
  pay(call, { service, platform, shares: paid });
  return call.conclude(act, escrow);
}
