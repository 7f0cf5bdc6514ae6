/** What the cards of the deal are made of, and the card of the milestones. */
import type { PaymentTerms } from '@countersign/core/actions';
import { format } from '@countersign/core/text/message';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../page-view.ts';
import { Bullets, Card, Head, Paragraphs, Sentence } from '../parts/elements.tsx';
import { columnText } from '../parts/texts.ts';
import type { Change, ChangedField } from '../state/screen.ts';
import { words } from '../words/words.ts';
import { callAt, type Notes, notesAt, type Person } from './people.ts';

export function Aside({
  warnings,
  facts = [],
  lead,
}: Partial<Notes> & Pick<Notes, 'warnings'> & { readonly lead?: string }) {
  return (
    <>
      {warnings.length > 0 && (
        <div class="verdict partly look-twice">
          {lead !== undefined && <p>{lead}</p>}
          <Bullets lines={warnings} />
        </div>
      )}
      <Paragraphs texts={facts} class="hint" />
    </>
  );
}

export function Field({ field, changes }: { readonly field: ChangedField; readonly changes: readonly Change[] }) {
  const isNew = changes.some((change) => change.field === field);
  return (
    <>
      {words().panel.fields[field]}
      {isNew && ' '}
      {isNew && <span class="tag new">{words().deal.isNew}</span>}
    </>
  );
}

type MilestonesProps = Pick<PaymentTerms, 'milestones' | 'receivers' | 'costs' | 'platformFeePercent'> &
  Pick<PageView, 'judgement'> & {
    readonly unit: string;
    readonly isPayer: boolean;
    readonly people: readonly Person[];
  };

export function Milestones({ milestones, receivers, costs, people, judgement: risk, ...props }: MilestonesProps) {
  const { money, you } = words().deal;
  const payee = receivers.length === 1 ? callAt(receivers[0], people) : '';
  const gets = payee === you ? money.gets.you : format(money.gets.other, { whom: payee });
  const columns = [
    ['paid', props.isPayer ? money.youPay : money.paidIn],
    ['platform', format(money.platform, { percent: props.platformFeePercent })],
    ['service', money.service],
    ['receiver', payee === '' ? money.receiver : gets],
  ] as const;
  const written = new Map(
    columns.map(([part]) => [part, columnText([...costs.milestones, costs.total].map((cost) => cost[part]))]),
  );
  const row = (name: ComponentChildren, cost: PaymentTerms['costs']['total'] | undefined) => (
    <tr>
      <th scope="row" class="what">
        {name}
      </th>
      {columns.map(([part, label]) => (
        <td key={part} class={cost === undefined ? 'amount none' : 'amount'} data-label={label}>
          {cost === undefined ? NO_OWN_AMOUNT : written.get(part)?.(cost[part])}
        </td>
      ))}
    </tr>
  );
  const forWhom = (receiver: string | undefined) =>
    receivers.length > 1 &&
    receiver !== undefined && (
      <p class="hint">
        <Sentence text={format(money.to, { whom: callAt(receiver, people) || receiver })} />
      </p>
    );
  return (
    <Card name="milestones" title={`${money.title} (${props.unit})`}>
      <table class="shares">
        <Head labels={[money.milestone, ...columns.map(([, label]) => label)]} />
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
      <Aside {...notesAt('fee', risk, people)} />
      <Aside {...notesAt('milestones', risk, people)} />
    </Card>
  );
}
