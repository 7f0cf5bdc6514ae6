/** A step of an escrow's life: before and after side by side, and the money that moves, to the last unit. */

import type { StepSummary } from '@countersign/core/actions';
import { revealParagraph } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { groupTurns, turnsFor } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import { Outside } from '../parts/controls.tsx';
import { Bullets, Card, Head, Sentence } from '../parts/elements.tsx';
import { amountText, columnText } from '../parts/texts.ts';
import type { Change } from '../state/screen.ts';
import { amountIn, unitOf } from '../state/state-text.ts';
import { core, words } from '../words/words.ts';
import { Field } from './cards.tsx';
import { missingAfter } from './headline.ts';
import { callAt, isAddress, type Person, payeeText, withPeople } from './people.ts';

type StepProps = {
  readonly summary: StepSummary;
  readonly people: readonly Person[];
  readonly changes: readonly Change[];
};

export function StepCards({ summary, people, changes }: StepProps) {
  return (
    <>
      <Card name="changes-made" title={<Field field="What it changes" changes={changes} />}>
        <BeforeAndAfter summary={summary} people={people} />
      </Card>
      <Card name="money" title={<Field field="Money that moves" changes={changes} />}>
        <Money summary={summary} people={people} />
      </Card>
      <Card name="next" title={<Field field="Once it has settled" changes={changes} />}>
        <Turns summary={summary} people={people} />
      </Card>
    </>
  );
}

/** What was reported of the milestone that is approved: right above the ways to sign the approval. */
export function Report({ report }: { readonly report: string }) {
  return (
    <Card name="report" title={words().deal.report}>
      <p class="description">{withLinks(revealParagraph(report))}</p>
    </Card>
  );
}

/** Printable ASCII alone, so that a link opens exactly what is shown. */
const LINK = /(https?:\/\/[!-~]+)/;

/** The evidence of a report, for the approver to open. */
function withLinks(text: string): ComponentChildren {
  return text.split(LINK).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <Outside key={at} href={part} rel="noreferrer noopener">
        {part}
      </Outside>
    ),
  );
}

type Props = Omit<StepProps, 'changes'>;

/** The label is above the two sides, so that they fit next to each other even on a phone. */
function BeforeAndAfter({ summary, people }: Props) {
  const say = words().deal.changes;
  const value = (text: string) =>
    isAddress(text) ? <Sentence text={withPeople(text, people, false)} /> : amountIn(text, summary);
  if (summary.changes.length === 0) return <p>{say.none}</p>;
  return (
    <table>
      <caption class="hint">{say.hint}</caption>
      <Head labels={[say.now, say.after]} />
      {summary.changes.map(({ what, before, after }) => (
        <tbody key={what}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {what}
            </th>
          </tr>
          <tr>
            <td>{value(before)}</td>
            <td class="after">{value(after)}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function Money({ summary, people }: Props) {
  const { pays, left, about, amount } = summary;
  const say = words().deal.pay;
  const unit = unitOf(summary);
  if (pays.length === 0) return <p>{format(say.none, { held: amountText(left, unit) })}</p>;
  const isAbout = pays.some((each) => each.about);
  const written = columnText([...pays.map((each) => each.amount), amount, left]);
  const shown = (text: string, roughly: boolean | undefined) =>
    roughly ? format(say.about, { amount: `${written(text)} ${unit}` }) : `${written(text)} ${unit}`;
  const row = (what: ComponentChildren, text: string) => (
    <tr>
      <th scope="row">{what}</th>
      <td class="amount">{text}</td>
    </tr>
  );
  return (
    <>
      <table class="pays">
        <caption class="hint">{isAbout ? say.hint : say.exact}</caption>
        <Head labels={[say.to, say.amount]} />
        <tbody>
          {pays.map((each) => row(<Sentence text={payeeText(each, pays, people)} />, shown(each.amount, each.about)))}
        </tbody>
        <tfoot>
          {row(say.all, shown(amount, isAbout))}
          {row(say.left, shown(left, isAbout))}
        </tfoot>
      </table>
      {about !== undefined && <p class="hint">{about}</p>}
    </>
  );
}

/** Whose turn it is once it has settled: people as they are called, next to their addresses. */
function Turns({ summary, people }: Props) {
  if (summary.turn.length === 0) return <p>{core.turnsText([])}</p>;
  const { payIn } = words().deal;
  const own = people.filter(({ isYou }) => isYou).map(({ address }) => address);
  const missing = missingAfter(summary);
  const more =
    missing === undefined ? payIn.unknown : format(payIn.some, { amount: amountText(missing, unitOf(summary)) });
  const lines = groupTurns(turnsFor(summary.turn, own)).map((turn) => {
    if (turn.action === 'fund') return more;
    const name = callAt(turn.address, people);
    return core.turnText({ ...turn, ...(name === '' ? {} : { name }) });
  });
  return <Bullets class="turns" lines={lines} />;
}
