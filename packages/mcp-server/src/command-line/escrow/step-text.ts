/** What a step changes, before and after, for a person at a terminal who is about to sign. */
import type { Prepared } from '@countersign/core';
import type { StepName } from '@countersign/core/escrow';
import { leftText, paymentText, reasonText, turnText } from '@countersign/core/words';
import { rowLines } from './rows.ts';

export function stepText({ summary }: Prepared<StepName>, columns?: number): string {
  const { does, title, escrow, signer, changes, pays, about, doesNot, turn, token, feeXlm } = summary;
  const unit = token.code ?? token.address;
  const { warnings, reasons = [] } = summary;
  const next = turn.length === 0 ? ['Nothing is left to do.'] : turn.map(turnText);
  const rows = rowLines(
    [
      ['Escrow', [title, escrow]],
      ['You', [signer]],
      ...changes.map(({ what, before, after }) => [what, [`${before} → ${after}`]] as const),
      ['Pays', pays.length === 0 ? ['nobody'] : pays.map((payment) => paymentText(payment, unit))],
      ...(about === undefined ? [] : [['About', [about]] as const]),
      ['Left in the escrow', [leftText(summary, unit)]],
      ['What it does not do', doesNot],
      ['Next', next],
      ['Network fee', [`at most ${feeXlm} XLM`]],
      ...(warnings.length === 0 ? [] : [['Look twice', warnings] as const]),
      ...(reasons.length === 0 ? [] : [['Only partly verified', reasons.map(reasonText)] as const]),
    ],
    columns,
  );
  return `${does}\n\n${rows}`;
}
