/** The deploy of an escrow, with every field that will be on chain, read from the transaction itself. */

import { NO_OWN_AMOUNT } from '../actions/deploy/summarise-other.ts';
import type { Summary } from '../actions/summary-schema.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import type { AnyDeploy } from '../kinds/read-any-deploy.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { ReadOtherDeploy } from '../kinds/read-other-deploy.ts';
import { quotedReveal } from '../text/text.ts';
import { labelledRoles } from '../words/words.ts';
import type { Line } from './explanation.ts';

export function deployHeading(deploy: AnyDeploy): string {
  const kind = deploy.generation === 'A' ? '' : ` of ${kindWords(deploy)}`;
  return `Creates an escrow${kind} for ${quotedReveal(deploy.escrow.title)} at ${deploy.contractId}.`;
}

/** @param summary of the same deploy, without reasons */
export function deployLines(deploy: AnyDeploy, summary: Summary, network: Network): Line[] {
  const unit = unitOf(deploy, summary, network);
  return [
    ...(deploy.generation === 'A'
      ? []
      : [
          {
            label: 'Kind',
            value: `${kindWords(deploy)}; the escrow service’s own kind is generation A, multi-release`,
          },
        ]),
    { label: 'Escrow address', value: summary.contractId },
    ...(deploy.generation === 'A' || deploy.elsewhere === undefined
      ? []
      : [{ label: 'Or, of an interim build', value: deploy.elsewhere }]),
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
    { label: 'Signer', value: summary.signer },
    ...labelledRoles(summary.roles).map(({ label, address }) => ({ label, value: address || 'none' })),
    ...(summary.receiverMemo === undefined ? [] : [{ label: 'Receiver memo', value: summary.receiverMemo }]),
    { label: 'Factory', value: deploy.factory },
    { label: 'Contract code', value: deploy.wasmHash },
  ];
}

function kindWords({ kind: { generation, release } }: ReadOtherDeploy): string {
  return `generation ${generation}, ${release}-release${release === 'single' ? ' (one amount, paid out at once)' : ''}`;
}

/** The token's code; else what the amounts are, as far as the transaction tells. */
function unitOf(deploy: AnyDeploy, { token }: Summary, network: Network): string {
  if (knownToken(network, token.address) !== undefined) return token.code ?? 'of the token';
  const multiplier = deploy.generation === 'A' ? deploy.escrow.trustline.decimals : deploy.escrow.trustline.multiplier;
  return multiplier === undefined
    ? 'base units (the token’s decimals are not known)'
    : `of the token (if ${multiplier} of its base units are one, as the transaction says)`;
}

function receiverOf(deploy: ReadDeploy | ReadOtherDeploy, index: number): string {
  const receiver = deploy.generation === 'A' ? undefined : deploy.escrow.milestones[index]?.receiver;
  return receiver === undefined ? '' : ` (paid to ${receiver})`;
}
