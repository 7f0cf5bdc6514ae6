/** The release signer pays out approved work. */
import { type EscrowOnChain, payoutOf } from '@countersign/core/kinds';
import type { ContractContext } from '../../host/host.ts';
import { addressValue, i128, symbol } from '../../host/values.ts';
import type { CallArguments, Share } from './call-arguments.ts';
import { type EscrowCode, held, type Step, withMilestone } from './code.ts';

export const releaseMilestone: Step = (code, context, callArguments) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const at = callArguments.index;
  const milestone = escrow.milestones[at];
  if (milestone === undefined) throw refusal('MilestoneNotFound');
  const { amount = 0n, flags, receiver } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('EscrowAlreadyResolved');
  if (callArguments.signer !== escrow.roles.releaseSigner) throw refusal('OnlyReleaseSignerCanReleaseEarnings');
  if (flags.approved !== true) throw refusal('MilestoneNotCompleted');
  if (flags.disputed === true) throw refusal('MilestoneOpenedForDisputeResolution');
  const released = withMilestone(escrow, at, { flags: { ...flags, released: true } });
  return payOut(code, context, released, { callArguments, amount, receiver: receiver ?? escrow.roles.receiver });
};

export const releaseAll: Step = (code, context, callArguments) => {
  const { refusal } = code;
  const escrow = code.load(context);
  const { amount = 0n, flags = {}, milestones, roles } = escrow;
  if (flags.released === true) throw refusal('EscrowAlreadyReleased');
  if (flags.resolved === true) throw refusal('EscrowAlreadyResolved');
  if (callArguments.signer !== roles.releaseSigner) throw refusal('OnlyReleaseSignerCanReleaseEarnings');
  if (milestones.some((milestone) => milestone.flags.approved !== true)) throw refusal('EscrowNotCompleted');
  if (flags.disputed === true) throw refusal('EscrowOpenedForDisputeResolution');
  const released = { ...escrow, flags: { ...flags, released: true } };
  return payOut(code, context, released, { callArguments, amount, receiver: roles.receiver });
};

/** The event's data is just the signer, not a list. */
function payOut(
  code: EscrowCode,
  context: ContractContext,
  released: EscrowOnChain,
  {
    callArguments,
    amount,
    receiver = '',
  }: { callArguments: CallArguments; amount: bigint; receiver: string | undefined },
): undefined {
  const { signer, feeAddress } = callArguments;
  context.host.requireAuth(signer);
  code.save(context, released);
  if (held(context, released) < amount) throw code.refusal('EscrowBalanceNotEnoughToSendEarnings');
  const { service, platform, receiver: rest } = payoutOf(amount, released.platformFee);
  const shares = [{ address: receiver, amount: rest }];
  pay(context, released, { feeAddress, service, platform, shares });
  context.emit([symbol('tw_release')], addressValue(signer));
}

/** Payments out of an escrow: first the service's fee, then the platform's, then the recipients' shares. */
export function pay(
  context: ContractContext,
  { roles, trustline }: EscrowOnChain,
  payments: {
    readonly feeAddress: string;
    readonly service: bigint;
    readonly platform: bigint;
    readonly shares: readonly Share[];
  },
): void {
  const { feeAddress, service, platform, shares } = payments;
  const all = [
    { address: feeAddress, amount: service },
    { address: roles.platformAddress, amount: platform },
    ...shares,
  ];
  for (const { address, amount } of all) {
    if (amount === 0n) continue;
    const transfer = [addressValue(context.self), addressValue(address), i128(amount)];
    context.host.call(trustline.address, 'transfer', transfer);
  }
}
