/** The whole summary of a prepared escrow as a plain text file. */
import type { Prepared } from '@countersign/core';
import { indented } from '@countersign/core/text/layout';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { Words } from '../words/index.ts';

export function summaryText(
  { summary, names = [], transactionHash, checked }: Prepared,
  { card, core }: Words,
): string {
  const { token } = summary;
  const unit = token.code ?? card.TOKENS;
  return `${[
    `${card.ESCROW} ${summary.contractId}`,
    `${card.NETWORK}: ${summary.network} (${summary.networkPassphrase})`,
    `${card.CHECKED}: ${card.CHECKED_AS[checked]}${summary.reasons === undefined ? '' : ` (${summary.reasons.map(core.reasonText).join('; ')})`}`,
    `${card.SIGN_UNTIL}: ${summary.expiresAt}`,
    `${card.TRANSACTION}: ${transactionHash}`,
    ...(summary.warnings === undefined
      ? []
      : [`${card.CHECK_TEXTS}:`, ...summary.warnings.map((warning) => `- ${warning}`)]),
    '',
    `${card.TITLE}: ${summary.title}`,
    `${card.ENGAGEMENT}: ${summary.engagementId}`,
    `${card.DESCRIPTION}: ${indented(summary.description)}`,
    '',
    ...summary.milestones.map(
      ({ amount, description }, index) =>
        `${card.milestone(index + 1)}${amount === NO_OWN_AMOUNT ? '' : `: ${amount} ${unit}`}\n  ${indented(description)}\n`,
    ),
    `${card.TOTAL}: ${summary.total} ${unit}`,
    `${card.TOKEN}: ${token.address}`,
    ...core.labelledCosts(summary.costs, unit).map(({ label, value }) => `${label}: ${value}`),
    `${card.PLATFORM_FEE}: ${summary.platformFeePercent} %`,
    `${card.NETWORK_FEE}: ${card.atMost(`${summary.feeXlm} XLM`)}`,
    ...(summary.receiverMemo === undefined ? [] : [`${card.RECEIVER_MEMO}: ${summary.receiverMemo}`]),
    '',
    `${card.SIGNER}: ${summary.signer}`,
    ...core.labelledRoles(summary.roles).map(({ label, address }) => `${label}: ${address}`),
    ...core.nameLines(names),
  ].join('\n')}\n`;
}
