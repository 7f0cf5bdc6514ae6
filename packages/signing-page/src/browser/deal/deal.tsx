/** What is signed, as a person reads it: what it is for, the money, the people, and what only a machine compares. */
import type { NamedAddress } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { Rows } from '../parts/rows.tsx';
import type { Change } from '../sign/changes.ts';
import type { Match } from '../sign/read-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import { words } from '../words/words.ts';
import { Details } from './details.tsx';
import { unitOf } from './headline.ts';
import { Milestones } from './milestones.tsx';
import { notesAt } from './notes.ts';
import { Aside, Card } from './parts.tsx';
import { isPayer, type Person, peopleOf } from './people.ts';
import { People } from './people-card.tsx';
import { sentencesOf } from './sentences.ts';
import { StepCards } from './step-cards.tsx';

export type DealProps = {
  /** Of what was decoded here; the server's own while nothing to sign is given. */
  readonly summary: AnySummary;
  /** Absent while nothing to sign is given. */
  readonly match: Match | undefined;
  /** What is marked as new in it. */
  readonly changes: readonly Change[];
  readonly names: readonly NamedAddress[];
  readonly judgement: PageView['judgement'];
};

type SaidProps = Pick<DealProps, 'names' | 'judgement'> & { readonly summary: AnySummary | undefined };

/** Below the heading: what you do, and what follows from it. */
export function Sentences({ summary, names, judgement }: SaidProps) {
  if (summary === undefined) return null;
  return (
    <div class={isPayment(summary) ? 'sentences pays' : 'sentences'}>
      {sentencesOf(summary, peopleOf(summary, names, judgement)).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** Warnings and facts that belong to nothing else that the deal shows. */
export function NotesOnTop({ summary, names, judgement }: SaidProps) {
  const people = summary === undefined ? [] : peopleOf(summary, names, judgement);
  return <Aside {...notesAt('top', judgement, people)} lead={words().deal.lookTwice} />;
}

export function Deal({ summary, match, changes, names, judgement }: DealProps) {
  const people = peopleOf(summary, names, judgement);
  const report = match !== undefined && 'report' in match ? match.report : undefined;
  return (
    <div class="facts">
      {isEscrow(summary) && <Subject summary={summary} />}
      <Money summary={summary} people={people} judgement={judgement} />
      {!isEscrow(summary) && <Subject summary={summary} />}
      {isStep(summary) && <StepCards summary={summary} report={report} people={people} changes={changes} />}
      <People people={people} judgement={judgement} />
      {match !== undefined && <Details match={match} changes={changes} />}
    </div>
  );
}

/** What is paid out of an escrow that is set up or paid into. */
function Money({
  summary,
  ...rest
}: Pick<DealProps, 'summary' | 'judgement'> & { readonly people: readonly Person[] }) {
  const unit = unitOf(summary);
  if (isEscrow(summary)) {
    const milestones = summary.milestones.map((milestone, at) => ({ ...milestone, number: at + 1 }));
    const receivers = summary.roles.receiver.split(', ');
    return <Milestones {...summary} {...rest} {...{ milestones, receivers, unit }} isPayer={isPayer(summary)} />;
  }
  if (!isPayment(summary) || summary.terms === undefined) return null;
  return <Milestones {...summary.terms} {...rest} unit={unit} isPayer />;
}

/** The texts of it, and the addresses that money goes to. */
function Subject({ summary }: { readonly summary: AnySummary }) {
  const { deal } = words();
  const { code, address } = summary.token;
  const unknown =
    code === undefined && ([deal.token, [deal.unknownToken, <Code key="token" code={address} />]] as const);
  const memo =
    isEscrow(summary) && summary.receiverMemo !== undefined && ([deal.receiverMemo, summary.receiverMemo] as const);
  const place =
    isPayment(summary) && ([words().status.escrowAddress, <Code key="escrow" code={summary.escrow} />] as const);
  const issuer = isTrustline(summary) && ([deal.issuer, <Code key="issuer" code={summary.token.issuer} />] as const);
  const rows = [place, issuer, memo, unknown].filter((row) => row !== false);
  const warnings = summary.warnings ?? [];
  const isPlain = !isEscrow(summary) && rows.length === 0 && warnings.length === 0;
  if (isPlain) return null;
  return (
    <Card name="escrow" title={isTrustline(summary) ? deal.token : isPayment(summary) ? deal.escrow : deal.terms}>
      {isEscrow(summary) && <p class="description">{summary.description}</p>}
      <Aside warnings={warnings} lead={isEscrow(summary) ? deal.checkTexts : deal.lookTwice} />
      {rows.length > 0 && <Rows rows={rows} />}
    </Card>
  );
}
