/** What is paid in for each milestone, and who gets what of it. */
import type { PaymentTerms, Summary } from '@countersign/core/actions';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../page-view.ts';
import { decimalText } from '../parts/decimal-text.ts';
import { words } from '../words/words.ts';
import { notesAt } from './notes.ts';
import { Aside, Card } from './parts.tsx';
import { callOf, type Person } from './people.ts';

type Cost = Summary['costs']['total'];
type MilestonesProps = {
  readonly milestones: PaymentTerms['milestones'];
  readonly receivers: readonly string[];
  readonly costs: PaymentTerms['costs'];
  readonly platformFeePercent: string;
  readonly unit: string;
  /** Whether the reader is expected to pay in. */
  readonly isPayer: boolean;
  readonly people: readonly Person[];
  readonly judgement: PageView['judgement'];
};

export function Milestones({ milestones, receivers, costs, people, judgement, ...props }: MilestonesProps) {
  const { money } = words().deal;
  const call = (address: string | undefined) =>
    callOf(
      people.find((each) => each.address === address),
      '',
    );
  const payee = receivers.length === 1 ? call(receivers[0]) : '';
  const columns = [
    ['paid', props.isPayer ? money.youPay : money.paidIn],
    ['platform', money.platform(props.platformFeePercent)],
    ['service', money.service],
    ['receiver', payee === '' ? money.receiver : money.gets(payee)],
  ] as const;
  const row = (name: ComponentChildren, cost: Cost | undefined) => (
    <tr>
      <th scope="row" class="what">
        {name}
      </th>
      {columns.map(([part, label]) => (
        <td key={part} class="amount" data-label={label}>
          {cost === undefined ? NO_OWN_AMOUNT : decimalText(cost[part])}
        </td>
      ))}
    </tr>
  );
  /** Who is paid for it, where that is not the same person for all. */
  const forWhom = (receiver: string | undefined) =>
    receivers.length > 1 && call(receiver) !== '' && <p class="hint">{money.to(call(receiver))}</p>;
  return (
    <Card name="milestones" title={`${money.title} (${props.unit})`}>
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">{money.milestone}</th>
            {columns.map(([part, label]) => (
              <th key={part} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {milestones.map(({ number, description, amount, receiver }, at) =>
            row(
              <>
                {`${number}. ${description}`}
                {forWhom(receiver)}
              </>,
              amount === NO_OWN_AMOUNT ? undefined : costs.milestones[at],
            ),
          )}
        </tbody>
        <tfoot>{row(money.total, costs.total)}</tfoot>
      </table>
      <Aside {...notesAt('fee', judgement, people)} />
      <Aside {...notesAt('milestones', judgement, people)} />
    </Card>
  );
}
