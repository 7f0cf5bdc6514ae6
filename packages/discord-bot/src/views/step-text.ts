/** The whole summary of a prepared step as a plain text file. */
import type { Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { indented } from '@countersign/core/text/layout';
import type { Words } from '../words/index.ts';

export function stepText(
  { summary, judgement, names = [], transactionHash, checked }: Prepared<StepName>,
  words: Words,
): string {
  const { card, core } = words;
  const { token, pays } = summary;
  const unit = token.code ?? card.TOKENS;
  const { stops, warnings, facts } = judgement;
  return `${[
    indented(summary.does),
    `${card.ESCROW} ${summary.escrow}: ${indented(summary.title)}`,
    `${card.NETWORK}: ${summary.network} (${summary.networkPassphrase})`,
    `${card.CHECKED}: ${card.CHECKED_AS[checked]}${summary.reasons === undefined ? '' : ` (${summary.reasons.map(core.reasonText).join('; ')})`}`,
    `${card.SIGN_UNTIL}: ${summary.expiresAt}`,
    `${card.TRANSACTION}: ${transactionHash}`,
    ...core.stopLines(stops).map((stop) => `${card.STOP}: ${stop}`),
    ...[...summary.warnings, ...[...warnings, ...facts].map(core.warningText)].map(
      (each) => `${card.LOOK_TWICE}: ${each}`,
    ),
    '',
    ...summary.changes.map(
      ({ what, before, after }) =>
        `${what}\n  ${card.BEFORE}: ${indented(before)}\n  ${card.AFTER}: ${indented(after)}`,
    ),
    '',
    ...pays.map((each) =>
      card
        .pays(
          `${each.amount} ${unit}`,
          each.about === true,
          `${receiverWord(each, words)} ${each.to ?? card.NOT_KNOWN}`,
        )
        .replaceAll('**', ''),
    ),
    `${card.TOTAL}: ${summary.amount} ${unit}`,
    `${card.LEFT_IN_ESCROW}: ${core.leftText(summary, unit)}`,
    ...(summary.about === undefined ? [] : [summary.about]),
    '',
    ...summary.doesNot,
    ...summary.turn.map((turn) => `${card.NEXT}: ${core.turnText(turn)}`),
    `${card.SIGNER}: ${summary.signer}`,
    `${card.TOKEN}: ${token.address}`,
    `${card.NETWORK_FEE}: ${card.atMost(`${summary.feeXlm} XLM`)}`,
    ...core.nameLines(names),
  ].join('\n')}\n`;
}

export function receiverWord(
  { as, roles }: Prepared<StepName>['summary']['pays'][number],
  { card, core }: Words,
): string {
  switch (as) {
    case 'receiver':
      return card.THE_RECEIVER;
    case 'platform':
      return card.THE_PLATFORM;
    case 'service':
      return `${core.PARTY_WORDS.serviceFee.toLowerCase()}:`;
    case 'share':
      return roles === undefined ? card.NO_ROLE_HERE : `${roles.map((role) => core.ROLE_WORDS[role]).join(', ')}:`;
  }
}
