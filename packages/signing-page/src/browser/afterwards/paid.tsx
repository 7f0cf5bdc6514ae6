/** What came of a payment. */
import { format, upper } from '@countersign/core/text/message';
import type { PageView } from '../../page-view.ts';
import { callAt, type Person, unitOf } from '../deal/people.ts';
import { amountText } from '../parts/texts.ts';
import type { PaymentSummary } from '../transaction/summaries.ts';
import { THE_PARTY } from '../words/core-words.ts';
import { words } from '../words/words.ts';

export type PaidProps = {
  readonly view: PageView;
  readonly summary: PaymentSummary;
  readonly people: readonly Person[];
};

/** As a heading: "You paid 450 USDC. Ben can start." */
export function Paid({ view: { escrow }, summary, people }: PaidProps) {
  const { paid, canStart } = words().status;
  const { you } = words().deal;
  const amount = amountText(summary.amount, unitOf(summary));
  const payer = callAt(summary.signer, people);
  const worker = callAt(escrow?.roles.serviceProvider, people, THE_PARTY.serviceProvider);
  const isNext = escrow?.turn.some(({ action }) => action === 'change-status') ?? false;
  const isStart = isNext && ['fully', 'over'].includes(escrow?.funded ?? '');
  const starts = worker === you ? canStart.you : format(canStart.other, { who: worker });
  const pays = payer === you ? paid.you : payer === '' ? paid.unknown : paid.other;
  return [format(pays, { who: payer, amount }), ...(isStart ? [upper(starts)] : [])].join(' ');
}
