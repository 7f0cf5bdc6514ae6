/** The dispute resolver resolves disputes, and withdraws what no release can pay out any more. */
import { type EscrowOnChain, splitOf } from '@countersign/core/kinds';
import type { ContractContext } from '../../host/host.ts';
import type { CallArguments } from './call-arguments.ts';
import { conclude, type EscrowCode, held, MAX_I128, type Step, withMilestone } from './code.ts';
import { pay } from './release.ts';

const MAX_DISTRIBUTIONS = 50;

/** A part of the milestone's amount may stay behind. */
export const resolveMilestone: Step = (code, context, callArguments) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const balance = held(context, escrow);
  const at = callArguments.index;
  const milestone = escrow.milestones[at];
  if (milestone === undefined) throw refusal('InvalidMileStoneIndex');
  const total = totalOf(code, callArguments);
  checkResolver(code, escrow, callArguments);
  const { amount = 0n, flags } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('MilestoneAlreadyResolved');
  if (flags.disputed !== true) throw refusal('MilestoneNotInDispute');
  if (total > amount) throw refusal('TotalDisputeFundsMustNotExceedTheMilestoneAmount');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  const resolved = { ...flags, disputed: false, resolved: true };
  return distribute(
    code,
    context,
    'resolve',
    callArguments,
    withMilestone(escrow, at, { status: 'resolved', flags: resolved }),
  );
};

/** Does not check whether the escrow was released before. */
export const resolveEscrow: Step = (code, context, callArguments) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const { flags = {} } = escrow;
  const balance = held(context, escrow);
  const total = totalOf(code, callArguments);
  checkResolver(code, escrow, callArguments);
  if (flags.disputed !== true) throw refusal('EscrowNotInDispute');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  if (balance !== total) throw refusal('DistributionsMustEqualEscrowBalance');
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  const resolved = { ...flags, disputed: false, resolved: true };
  return distribute(code, context, 'resolve', callArguments, { ...escrow, flags: resolved });
};

/** Disputed milestones count as done, so the resolver can withdraw without resolving. The state stays as it is. */
export const withdraw: Step = (code, context, callArguments) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const balance = held(context, escrow);
  const total = totalOf(code, callArguments);
  checkResolver(code, escrow, callArguments);
  const parts = code.isSingle ? [escrow.flags ?? {}] : escrow.milestones.map(({ flags }) => flags);
  if (!parts.every(({ released, resolved, disputed }) => released === true || resolved === true || disputed === true)) {
    throw refusal('EscrowNotFullyProcessed');
  }
  if (total === 0n) throw refusal('TotalAmountCannotBeZero');
  if (balance < total) throw refusal('InsufficientFundsForResolution');
  return distribute(code, context, 'withdraw', callArguments, escrow);
};

function totalOf({ refusal }: EscrowCode, { distributions }: CallArguments): bigint {
  let total = 0n;
  for (const { amount } of distributions) {
    if (amount <= 0n) throw refusal('AmountsToBeTransferredShouldBePositive');
    total += amount;
    if (total > MAX_I128) throw refusal('Overflow');
  }
  return total;
}

function checkResolver({ refusal }: EscrowCode, { roles }: EscrowOnChain, callArguments: CallArguments): void {
  if (callArguments.distributions.length > MAX_DISTRIBUTIONS) throw refusal('TooManyDistributions');
  if (callArguments.signer !== roles.disputeResolver) throw refusal('OnlyDisputeResolverCanExecuteThisFunction');
}

function distribute(
  code: EscrowCode,
  context: ContractContext,
  act: 'resolve' | 'withdraw',
  { signer, feeAddress, distributions }: CallArguments,
  escrow: EscrowOnChain,
): undefined {
  context.host.requireAuth(signer);
  const amounts = distributions.map(({ amount }) => amount);
  const { platform, service, shares } = splitOf(amounts, escrow.platformFee, code.splitRule);
  const paid = distributions.map(({ address }, at) => ({ address, amount: shares[at] ?? 0n }));
  pay(context, escrow, { feeAddress, service, platform, shares: paid });
  return conclude(code, context, act, escrow);
}
