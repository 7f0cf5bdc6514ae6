/** The money of an escrow in three sentences, for a reader of whom nothing is known. */

import { fromBasisPoints } from '@countersign/core/escrow';
import type { ReportedEscrow } from '@countersign/core/escrow-report';
import { format, pluralForm } from '@countersign/core/text/message';
import { unitOf } from '../escrow-parts/shown.tsx';
import { amountText, decimalText } from '../parts/texts.ts';
import { language, words } from '../words/words.ts';

/** Basis points of the escrow service, in every known kind. */
const SERVICE_FEE = 30;

export function moneySentences({ shown, read: { escrow } }: ReportedEscrow): readonly string[] {
  const { money } = words().escrow;
  const unit = unitOf(shown.asset);
  const count = shown.milestones.length;
  const kinds = escrow.amount === undefined ? money.total : money.totalAtOnce;
  const total = shown.total === undefined ? undefined : amountText(shown.total, unit);
  const fees = { platform: decimalText(shown.platformFeePercent), service: fromBasisPoints(SERVICE_FEE) };
  return [
    ...(total === undefined ? [] : [format(kinds[pluralForm(language(), count)], { total, count })]),
    heldSentence(shown, unit),
    format(escrow.platformFee === 0 ? money.serviceFee : money.fees, fees),
    ...(unit === shown.asset ? [] : [format(money.token, { token: shown.token })]),
  ];
}

function heldSentence({ held, needed = '0', funded, state }: ReportedEscrow['shown'], unit: string): string {
  const { money } = words().escrow;
  if (held === undefined || funded === undefined) return money.unknown;
  const amounts = { held: amountText(held, unit), needed: amountText(needed, unit) };
  if (state === 'finished') return held === '0' ? money.empty : format(money.rest, amounts);
  return format(money[funded], amounts);
}
