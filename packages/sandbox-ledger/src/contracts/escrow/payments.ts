/** Payments out of an escrow: first the service's fee, then the platform's, then the recipients' shares. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import type { ContractContext } from '../../host/host.ts';
import { addressValue, i128 } from '../../host/values.ts';
import type { Share } from './given.ts';

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
