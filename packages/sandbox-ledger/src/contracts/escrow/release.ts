/** The release signer pays out approved work. */
import { type EscrowOnChain, payoutOf } from '@countersign/core/kinds';
import { addressValue, i128, symbol } from '../../host/values.ts';
import type { Share } from './call-arguments.ts';
import { type EscrowCall, type Step, withMilestone } from './code.ts';

export const releaseMilestone: Step = (call) => {
  const { refusal, escrow, args } = call;
  const milestone = escrow.milestones[args.index];
  if (milestone === undefined) throw refusal('MilestoneNotFound');
  const { amount = 0n, flags, receiver = escrow.roles.receiver } = milestone;
  if (flags.released === true) throw refusal('MilestoneAlreadyReleased');
  if (flags.resolved === true) throw refusal('EscrowAlreadyResolved');
  if (args.signer !== escrow.roles.releaseSigner) throw refusal('OnlyReleaseSignerCanReleaseEarnings');
  if (flags.approved !== true) throw refusal('MilestoneNotCompleted');
  if (flags.disputed === true) throw refusal('MilestoneOpenedForDisputeResolution');
  const released = withMilestone(escrow, args.index, { flags: { ...flags, released: true } });
  return payOut(call, released, amount, receiver);
};

export const releaseAll: Step = (call) => {
  const { refusal, escrow, args } = call;
  const { amount = 0n, flags = {}, milestones, roles } = escrow;
  if (flags.released === true) throw refusal('EscrowAlreadyReleased');
  if (flags.resolved === true) throw refusal('EscrowAlreadyResolved');
  if (args.signer !== roles.releaseSigner) throw refusal('OnlyReleaseSignerCanReleaseEarnings');
  if (milestones.some((milestone) => milestone.flags.approved !== true)) throw refusal('EscrowNotCompleted');
  if (flags.disputed === true) throw refusal('EscrowOpenedForDisputeResolution');
  return payOut(call, { ...escrow, flags: { ...flags, released: true } }, amount, roles.receiver);
};

/** The event's data is just the signer, not a list. */
function payOut(call: EscrowCall, released: EscrowOnChain, amount: bigint, address = ''): undefined {
  const { code, context, args } = call;
  call.authorise();
  code.store(context, code.kind.encode(released));
  if (call.held() < amount) throw call.refusal('EscrowBalanceNotEnoughToSendEarnings');
  const { service, platform, receiver } = payoutOf(amount, released.platformFee);
  pay(call, { service, platform, shares: [{ address, amount: receiver }] });
  context.emit([symbol('tw_release')], addressValue(args.signer));
}

/** Payments out of an escrow: first the service's fee, then the platform's, then the recipients' shares. */
export function pay(
  { context, escrow: { roles, trustline }, args }: EscrowCall,
  payments: { readonly service: bigint; readonly platform: bigint; readonly shares: readonly Share[] },
): void {
  const all = [
    { address: args.feeAddress, amount: payments.service },
    { address: roles.platformAddress, amount: payments.platform },
    ...payments.shares,
  ];
  for (const { address, amount } of all) {
    if (amount === 0n) continue;
    const transfer = [addressValue(context.self), addressValue(address), i128(amount)];
    context.host.call(trustline.address, 'transfer', transfer);
  }
}
