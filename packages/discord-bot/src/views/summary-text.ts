/** The whole summary of a prepared escrow as a plain text file. */
import type { Prepared } from '@countersign/core';
import { indented } from '@countersign/core/text/layout';
import { labelledCosts, labelledRoles, NO_OWN_AMOUNT, nameLines, reasonText } from '@countersign/core/words';

export function summaryText({ summary, names = [], transactionHash, checked }: Prepared): string {
  const { token } = summary;
  const unit = token.code ?? 'tokens';
  return `${[
    `Escrow ${summary.contractId}`,
    `Network: ${summary.network} (${summary.networkPassphrase})`,
    `Checked: ${checked}${summary.reasons === undefined ? '' : ` (${summary.reasons.map(reasonText).join('; ')})`}`,
    `Can be signed until: ${summary.expiresAt}`,
    `Transaction: ${transactionHash}`,
    ...(summary.warnings === undefined
      ? []
      : ['Check these texts carefully:', ...summary.warnings.map((warning) => `- ${warning}`)]),
    '',
    `Title: ${summary.title}`,
    `Engagement: ${summary.engagementId}`,
    `Description: ${indented(summary.description)}`,
    '',
    ...summary.milestones.map(
      ({ amount, description }, index) =>
        `Milestone ${index + 1}${amount === NO_OWN_AMOUNT ? '' : `: ${amount} ${unit}`}\n  ${indented(description)}\n`,
    ),
    `Total: ${summary.total} ${unit}`,
    `Token: ${token.address}`,
    ...labelledCosts(summary.costs, unit).map(({ label, value }) => `${label}: ${value}`),
    `Platform fee: ${summary.platformFeePercent} %`,
    `Network fee: at most ${summary.feeXlm} XLM`,
    ...(summary.receiverMemo === undefined ? [] : [`Receiver memo: ${summary.receiverMemo}`]),
    '',
    `Signer: ${summary.signer}`,
    ...labelledRoles(summary.roles).map(({ label, address }) => `${label}: ${address}`),
    ...nameLines(names),
  ].join('\n')}\n`;
}
