/** A deploy of another kind as a person should see it, in the one shape that every surface shows. */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import type { OtherEscrow } from '../../kinds/escrow-kind.ts';
import type { ReadOtherDeploy } from '../../kinds/read-other-deploy.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import type { Summary } from '../summary-schema.ts';
import { textWarnings } from '../text-warnings.ts';
import { expiryOf } from './summary.ts';

/** Stands for the amount of a milestone where the escrow has one for all. */
export const NO_OWN_AMOUNT = '—';

/** @param multiplier the request's; generation B stores none. Without any, amounts are base units. */
export function summariseOther(
  read: ReadTransaction,
  deploy: ReadOtherDeploy,
  network: Network,
  reasons: readonly string[],
  multiplier: number | undefined,
): Summary {
  const { escrow } = deploy;
  const token = knownToken(network, escrow.trustline.address);
  const decimals =
    tokenDecimals(network, escrow.trustline.address) ??
    decimalsOfMultiplier(Number(escrow.trustline.multiplier ?? multiplier)) ??
    0;
  const { roles } = escrow;
  const warnings = textWarnings(escrow);
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: deploy.deployer,
    contractId: deploy.contractId,
    engagementId: revealLine(escrow.engagementId),
    title: revealLine(escrow.title),
    description: revealParagraph(escrow.description),
    roles: {
      approver: roles.approver,
      serviceProvider: roles.serviceProvider,
      platformAddress: roles.platformAddress,
      releaseSigner: roles.releaseSigner,
      disputeResolver: roles.disputeResolver,
      receiver: receivers(escrow).join(', '),
    },
    platformFeePercent: fromBaseUnits(escrow.platformFee, 2),
    milestones: escrow.milestones.map(({ description, amount }) => ({
      description: revealParagraph(description),
      amount: amount === undefined ? NO_OWN_AMOUNT : fromBaseUnits(amount, decimals),
    })),
    total: fromBaseUnits(totalOf(escrow), decimals),
    token: { address: escrow.trustline.address, ...(token === undefined ? {} : { code: token.code }) },
    ...(escrow.receiverMemo === undefined || escrow.receiverMemo === 0n
      ? {}
      : { receiverMemo: escrow.receiverMemo.toString() }),
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** Everybody who is paid: the role, or those that the milestones name, each once. */
export function receivers({ roles, milestones }: OtherEscrow): string[] {
  const named = [roles.receiver, ...milestones.map(({ receiver }) => receiver)];
  return [...new Set(named.filter((receiver) => receiver !== undefined))];
}

function totalOf({ amount, milestones }: OtherEscrow): bigint {
  return amount ?? milestones.reduce((sum, milestone) => sum + (milestone.amount ?? 0n), 0n);
}
