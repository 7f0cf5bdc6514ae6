/** The deploy of an escrow, with every field that will be on chain, read from the transaction itself. */

import type { Summary } from '../actions/summary-schema.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import { quotedReveal } from '../text/text.ts';
import type { ExplainWords } from '../words/explain-words.ts';
import { NO_OWN_AMOUNT } from '../words/words.ts';
import type { Line } from './explanation.ts';

export function deployHeading({ escrow, contractId }: ReadDeploy, { createsEscrow }: ExplainWords): string {
  return createsEscrow(quotedReveal(escrow.title), contractId);
}

/** @param summary of the same deploy, without reasons */
export function deployLines(deploy: ReadDeploy, summary: Summary, network: Network, words: ExplainWords): Line[] {
  const { core } = words;
  const unit = unitOf(deploy, summary, network, words);
  return [
    { label: words.KIND, value: core.kindWords(deploy.kind) },
    { label: words.ESCROW_ADDRESS, value: summary.contractId },
    { label: words.ENGAGEMENT, value: summary.engagementId },
    { label: words.TITLE, value: summary.title },
    { label: words.DESCRIPTION, value: summary.description },
    ...summary.milestones.map(({ description, amount }, index) => ({
      label: words.milestoneLabel(index + 1),
      value: `${amount === NO_OWN_AMOUNT ? '' : `${amount} ${unit}: `}${description}${receiverOf(deploy, index, words)}`,
    })),
    { label: words.TOTAL, value: `${summary.total} ${unit}` },
    {
      label: words.TOKEN,
      value: `${summary.token.address}${summary.token.code === undefined ? '' : ` (${summary.token.code})`}`,
    },
    { label: words.PLATFORM_FEE, value: `${summary.platformFeePercent} %` },
    ...core.labelledCosts(summary.costs, unit),
    { label: words.SIGNER, value: summary.signer },
    ...core.labelledRoles(summary.roles).map(({ label, address }) => ({ label, value: address || words.NONE })),
    ...(deploy.escrow.roles.admin === undefined ? [] : [{ label: words.ADMIN, value: deploy.escrow.roles.admin }]),
    ...(deploy.escrow.roles.observers === undefined
      ? []
      : [{ label: words.OBSERVERS, value: deploy.escrow.roles.observers || words.NONE }]),
    ...(summary.receiverMemo === undefined ? [] : [{ label: words.RECEIVER_MEMO, value: summary.receiverMemo }]),
    { label: words.FACTORY, value: deploy.factory },
    { label: words.CONTRACT_CODE, value: deploy.wasmHash },
  ];
}

/** The token's code; else the unit of the amounts, as far as the transaction tells. */
function unitOf({ escrow }: ReadDeploy, { token }: Summary, network: Network, words: ExplainWords): string {
  if (knownToken(network, token.address) !== undefined) return token.code ?? words.OF_THE_TOKEN;
  const { multiplier } = escrow.trustline;
  return multiplier === undefined ? words.BASE_UNITS : words.unitsAsSaid(`${multiplier}`);
}

function receiverOf({ escrow }: ReadDeploy, index: number, { paidTo }: ExplainWords): string {
  const receiver = escrow.milestones[index]?.receiver;
  return receiver === undefined ? '' : paidTo(receiver);
}
