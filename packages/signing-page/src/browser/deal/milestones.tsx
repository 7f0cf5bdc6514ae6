/** What is paid in for each milestone, and who gets what of it. */
import type { Summary } from '@countersign/core/actions';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../page-view.ts';
import { decimalText } from '../parts/decimal-text.ts';
import { words } from '../words/words.ts';
import { unitOf } from './headline.ts';
import { notesAt } from './notes.ts';
import { Aside, Card } from './parts.tsx';
import { isPayer, type Person } from './people.ts';

type Cost = Summary['costs']['total'];
type MilestonesProps = {
  readonly summary: Summary;
  readonly people: readonly Person[];
  readonly judgement: PageView['judgement'];
};

export function Milestones({ summary, people, judgement }: MilestonesProps) {
  const { money } = words().deal;
  const { milestones, costs } = summary;
  const columns = [
    ['paid', isPayer(summary) ? money.youPay : money.paidIn],
    ['platform', money.platform(summary.platformFeePercent)],
    ['service', money.service],
    ['receiver', money.receiver],
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
  return (
    <Card name="milestones" title={`${money.title} (${unitOf(summary)})`}>
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
          {milestones.map(({ description, amount }, at) =>
            row(`${at + 1}. ${description}`, amount === NO_OWN_AMOUNT ? undefined : costs.milestones[at]),
          )}
        </tbody>
        <tfoot>{row(money.total, costs.total)}</tfoot>
      </table>
      <Aside {...notesAt('fee', judgement, people)} />
      <Aside {...notesAt('milestones', judgement, people)} />
    </Card>
  );
}
