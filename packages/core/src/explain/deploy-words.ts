/** The deploy of an escrow, with every field that will be on chain, read from the transaction itself. */

import type { Summary } from '../actions/summary-schema.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import { quotedReveal } from '../text/text.ts';
import { labelledCosts } from '../words/en/costs.ts';
import { kindWords } from '../words/en/kinds.ts';
import { labelledRoles } from '../words/en/words.ts';
import { NO_OWN_AMOUNT } from '../words/words.ts';
import type { Line } from './explanation.ts';

export function deployHeading({ escrow, contractId }: ReadDeploy): string {
  return `Creates an escrow for ${quotedReveal(escrow.title)} at ${contractId}.`;
}

/** @param summary of the same deploy, without reasons */
export function deployLines(deploy: ReadDeploy, summary: Summary, network: Network): Line[] {
  const unit = unitOf(deploy, summary, network);
  return [
    ...(deploy.kind.dialect === 'seed' ? [] : [{ label: 'Kind', value: kindWords(deploy.kind) }]),
    { label: 'Escrow address', value: summary.contractId },
    { label: 'Engagement', value: summary.engagementId },
    { label: 'Title', value: summary.title },
    { label: 'Description', value: summary.description },
    ...summary.milestones.map(({ description, amount }, index) => ({
      label: `Milestone ${index + 1}`,
      value: `${amount === NO_OWN_AMOUNT ? '' : `${amount} ${unit}: `}${description}${receiverOf(deploy, index)}`,
    })),
    { label: 'Total', value: `${summary.total} ${unit}` },
    {
      label: 'Token',
      value: `${summary.token.address}${summary.token.code === undefined ? '' : ` (${summary.token.code})`}`,
    },
    { label: 'Platform fee', value: `${summary.platformFeePercent} %` },
    ...labelledCosts(summary.costs, unit),
    { label: 'Signer', value: summary.signer },
    ...labelledRoles(summary.roles).map(({ label, address }) => ({ label, value: address || 'none' })),
    ...(deploy.escrow.roles.admin === undefined ? [] : [{ label: 'Admin', value: deploy.escrow.roles.admin }]),
    ...(deploy.escrow.roles.observers === undefined
      ? []
      : [{ label: 'Observers', value: deploy.escrow.roles.observers || 'none' }]),
    ...(summary.receiverMemo === undefined ? [] : [{ label: 'Receiver memo', value: summary.receiverMemo }]),
    { label: 'Factory', value: deploy.factory },
    { label: 'Contract code', value: deploy.wasmHash },
  ];
}

/** The token's code; else what the amounts are, as far as the transaction tells. */
function unitOf({ escrow }: ReadDeploy, { token }: Summary, network: Network): string {
  if (knownToken(network, token.address) !== undefined) return token.code ?? 'of the token';
  const { multiplier } = escrow.trustline;
  return multiplier === undefined
    ? 'base units (the token’s decimals are not known)'
    : `of the token (if ${multiplier} of its base units are one, as the transaction says)`;
}

function receiverOf({ escrow }: ReadDeploy, index: number): string {
  const receiver = escrow.milestones[index]?.receiver;
  return receiver === undefined ? '' : ` (paid to ${receiver})`;
}
