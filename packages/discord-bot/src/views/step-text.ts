/** The whole summary of a prepared step as a plain text file. */
import type { Prepared } from '@countersign/core';
import { indented } from '@countersign/core/text/layout';
import {
  leftText,
  nameLines,
  PARTY_WORDS,
  ROLE_WORDS,
  reasonText,
  stopLines,
  turnText,
  warningText,
} from '@countersign/core/words';

export function stepText({ summary, judgement, names = [], transactionHash, checked }: Prepared<'approve'>): string {
  const { token, pays } = summary;
  const unit = token.code ?? 'tokens';
  const { stops, warnings, facts } = judgement;
  return `${[
    indented(summary.does),
    `Escrow ${summary.escrow}: ${indented(summary.title)}`,
    `Network: ${summary.network} (${summary.networkPassphrase})`,
    `Checked: ${checked}${summary.reasons === undefined ? '' : ` (${summary.reasons.map(reasonText).join('; ')})`}`,
    `Can be signed until: ${summary.expiresAt}`,
    `Transaction: ${transactionHash}`,
    ...stopLines(stops).map((stop) => `Stop: ${stop}`),
    ...[...summary.warnings, ...[...warnings, ...facts].map(warningText)].map((each) => `Look twice: ${each}`),
    '',
    ...summary.changes.map(
      ({ what, before, after }) => `${what}\n  before: ${indented(before)}\n  after: ${indented(after)}`,
    ),
    '',
    ...pays.map(
      (each) =>
        `${each.about ? 'about ' : ''}${each.amount} ${unit} to ${receiverWord(each)} ${each.to ?? 'not known'}`,
    ),
    `Total: ${summary.amount} ${unit}`,
    `Left in the escrow: ${leftText(summary, unit)}`,
    ...(summary.about === undefined ? [] : [summary.about]),
    '',
    ...summary.doesNot,
    ...summary.turn.map((turn) => `Next: ${turnText(turn)}`),
    `Signer: ${summary.signer}`,
    `Token: ${token.address}`,
    `Network fee: at most ${summary.feeXlm} XLM`,
    ...nameLines(names),
  ].join('\n')}\n`;
}

export function receiverWord({ as, roles }: Prepared<'approve'>['summary']['pays'][number]): string {
  switch (as) {
    case 'receiver':
      return 'the receiver';
    case 'platform':
      return 'the platform, its fee:';
    case 'service':
      return `${PARTY_WORDS.serviceFee.toLowerCase()}:`;
    case 'share':
      return roles === undefined ? 'nobody with a role here:' : `${roles.map((role) => ROLE_WORDS[role]).join(', ')}:`;
  }
}
