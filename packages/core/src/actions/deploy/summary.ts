/** A deploy as a person should see it: every field that will be on chain, read from the transaction itself. */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import type { Summary } from '../summary-schema.ts';
import { textWarnings } from '../text-warnings.ts';

/** @param reasons why it is only partly verified; none when it is verified */
export function summarise(
  read: ReadTransaction,
  deploy: ReadDeploy,
  network: Network,
  reasons: readonly string[] = [],
): Summary {
  const { escrow } = deploy;
  const token = knownToken(network, escrow.trustline.address);
  const decimals =
    tokenDecimals(network, escrow.trustline.address) ?? decimalsOfMultiplier(escrow.trustline.decimals) ?? 0;
  const warnings = textWarnings(escrow);
  const total = escrow.milestones.reduce((sum, milestone) => sum + milestone.amount, 0n);
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: deploy.deployer,
    contractId: deploy.contractId,
    engagementId: revealLine(escrow.engagementId),
    title: revealLine(escrow.title),
    description: revealParagraph(escrow.description),
    roles: { ...escrow.roles },
    platformFeePercent: fromBasisPoints(escrow.platformFee),
    milestones: escrow.milestones.map((milestone) => ({
      description: revealParagraph(milestone.description),
      amount: fromBaseUnits(milestone.amount, decimals),
    })),
    total: fromBaseUnits(total, decimals),
    token: { address: escrow.trustline.address, ...(token === undefined ? {} : { code: token.code }) },
    ...(escrow.receiverMemo === 0n ? {} : { receiverMemo: escrow.receiverMemo.toString() }),
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** When the network stops taking the transaction; the end of time where it has no bound. */
export function expiryOf(read: ReadTransaction): Date {
  const end = read.timeBounds?.maxTime ?? 0n;
  const latest = 8_640_000_000_000n;
  return new Date(Number(end === 0n || end > latest ? latest : end) * 1_000);
}
