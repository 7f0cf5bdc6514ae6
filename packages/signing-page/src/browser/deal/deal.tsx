import type { PaymentTerms } from '@countersign/core/actions';
import { format } from '@countersign/core/text/message';
import { type Fact, isOfPayee, type NamedAddress } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../page-view.ts';
import { amountText } from '../parts/decimal-text.ts';
import { Code, Rows, Sentence, TimeText } from '../parts/elements.tsx';
import { lazily } from '../parts/lazily.tsx';
import type { Change, ChangedField } from '../state/screen.ts';
import type { Match } from '../transaction/read-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { NETWORK_WORDS, nameText } from '../words/core-words.ts';
import { language, words } from '../words/words.ts';
import { Aside, Card, Field, Milestones } from './cards.tsx';
import { sentencesOf } from './headline.ts';
import { isPayer, notesAt, type Person, peopleOf, unitOf } from './people.ts';
import { StepCards } from './step-cards.tsx';

/** That someone cannot be paid is shown at once. */
const AllPayees = lazily(
  async () => (await import('./payees.tsx')).AllPayees,
  ({ lacking }) =>
    lacking.length > 0 && (
      <section class="changes review payees">
        <h2>{words().deal.payees.title}</h2>
      </section>
    ),
);

export type DealProps = {
  /** Of what was decoded here; the server's own while nothing to sign is given. */
  readonly summary: AnySummary;
  /** Absent while nothing to sign is given. */
  readonly match: Match | undefined;
  readonly changes: readonly Change[];
  readonly names: readonly NamedAddress[];
  readonly judgement: PageView['judgement'];
  /** The reader's own wallet, where it is known. */
  readonly reader: string | undefined;
};

type SentencesProps = Pick<DealProps, 'names' | 'judgement' | 'reader'> & { readonly summary: AnySummary | undefined };

/** Below the heading: what the signer does, and what follows from it. */
export function Sentences({ summary, names, judgement: risk, reader }: SentencesProps) {
  if (summary === undefined) return null;
  return (
    <div class={isPayment(summary) ? 'sentences pays' : 'sentences'}>
      {sentencesOf(summary, peopleOf(summary, names, risk, reader)).map((sentence) => (
        <p key={sentence}>
          <Sentence text={sentence} />
        </p>
      ))}
    </div>
  );
}

/** Warnings and facts that belong to nothing else that the deal shows. */
export function NotesOnTop({ summary, names, judgement: risk, reader }: SentencesProps) {
  const people = summary === undefined ? [] : peopleOf(summary, names, risk, reader);
  return <Aside {...notesAt('top', risk, people)} lead={words().deal.lookTwice} />;
}

/** Who is paid, if several, and who cannot be paid yet: above everything that leads to a signature. */
export function Payees({ summary, names, reader, judgement }: SentencesProps) {
  const { warnings, facts } = judgement;
  // Earlier versions stored some of them as facts.
  const lacking = ([...warnings, ...facts] as readonly Fact[]).filter(isOfPayee);
  const payees = summary && costsOf(summary)?.payees;
  if (summary === undefined || (payees === undefined && lacking.length === 0)) return null;
  const people = peopleOf(summary, names, judgement, reader);
  return <AllPayees {...{ payees: payees ?? [], lacking, people, names }} unit={unitOf(summary)} />;
}

function costsOf(summary: AnySummary): PaymentTerms['costs'] | undefined {
  if (isEscrow(summary)) return summary.costs;
  return isPayment(summary) ? summary.terms?.costs : undefined;
}

export function Deal({ summary, match, changes, names, judgement: risk, reader }: DealProps) {
  const people = peopleOf(summary, names, risk, reader);
  return (
    <div class="facts">
      {isEscrow(summary) && <Subject summary={summary} />}
      <Money summary={summary} people={people} judgement={risk} reader={reader} />
      {!isEscrow(summary) && <Subject summary={summary} />}
      {isStep(summary) && <StepCards summary={summary} people={people} changes={changes} />}
      <People people={people} judgement={risk} />
      {match !== undefined && <Details match={match} changes={changes} />}
    </div>
  );
}

/** What is paid out of an escrow that is set up or paid into. */
function Money({
  summary,
  reader,
  ...rest
}: Pick<DealProps, 'summary' | 'judgement' | 'reader'> & { readonly people: readonly Person[] }) {
  const unit = unitOf(summary);
  const isReaders = summary.signer === reader;
  if (isEscrow(summary)) {
    const milestones = summary.milestones.map((milestone, at) => ({ ...milestone, number: at + 1 }));
    const receivers = summary.roles.receiver.split(', ');
    return (
      <Milestones {...summary} {...rest} {...{ milestones, receivers, unit }} isPayer={isReaders && isPayer(summary)} />
    );
  }
  if (!isPayment(summary) || summary.terms === undefined) return null;
  return <Milestones {...summary.terms} {...rest} unit={unit} isPayer={isReaders} />;
}

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

type PeopleProps = { readonly people: readonly Person[]; readonly judgement: PageView['judgement'] };

/** Everybody whom the transaction is about: what they do, who they are, and their address, whole. */
function People({ people, judgement: risk }: PeopleProps) {
  const { deal } = words();
  return (
    <Card name="people" title={deal.people}>
      <dl>
        {people.map((person) => (
          <div key={person.address}>
            <dt>{titleOf(person)}</dt>
            <dd>
              <Code code={person.address} />
              {person.demo !== undefined && <span class="tag">{format(deal.demo, { name: person.demo.account })}</span>}
              {person.named !== undefined && <span class="tag name">{nameText(person.named)}</span>}
              {person.isNew && <span class="tag">{deal.firstTime}</span>}
              <Aside {...notesAt(person.address, risk, people)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** "You: approve each milestone and release the money" */
function titleOf({ isYou, named, demo, does }: Person): string {
  const who = isYou ? words().deal.youName : (named?.name ?? demo?.name);
  const what = new Intl.ListFormat(language(), { type: 'conjunction' }).format(does);
  const title = [who, what].filter(Boolean).join(': ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

type DetailsProps = { readonly match: Match; readonly changes: readonly Change[] };
type Row = readonly [name: ComponentChildren, ...values: ComponentChildren[]];

/** What a wallet or an explorer shows, for comparison: folded, unless something in it is new. */
function Details({ match, changes }: DetailsProps) {
  const { deal } = words();
  const { summary, read, expiresAt } = match;
  const named = (field: ChangedField) => <Field key={field} field={field} changes={changes} />;
  const { memo } = read.transaction;
  const rows: Row[] = [
    ...addressRows(match, named),
    [named('Network fee'), format(deal.atMost, { fee: amountText(summary.feeXlm, 'XLM') })],
    [named('Valid until'), <TimeText key="time" time={expiresAt} />],
    [
      named('Transaction hash'),
      <Code key="hash" code={read.hashHex} />,
      <p key="hint" class="hint">
        {deal.mustShow}
      </p>,
    ],
    [deal.memo, memo.type === 'memoNone' ? deal.none : memo.type],
    [deal.sequence, read.transaction.seqNum.toString()],
    [deal.passphrase, `${NETWORK_WORDS[summary.network].name}: “${summary.networkPassphrase}”`],
  ];
  return (
    <details class="card transaction" open={changes.some(({ matters }) => matters)}>
      <summary>{deal.details}</summary>
      <dl>
        {rows.map(([name, ...values], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{values}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{deal.xdr}</summary>
        <p class="xdr">{read.xdr}</p>
      </details>
    </details>
  );
}

/** Addresses that a person reads about, but need not compare to decide. */
function addressRows(match: Match, named: (field: ChangedField) => ComponentChildren): Row[] {
  const { deal } = words();
  const { summary } = match;
  const token: Row = [
    deal.token,
    summary.token.code ?? deal.unknownToken,
    <Code key="token" code={summary.token.address} />,
  ];
  if (isTrustline(summary) || isPayment(summary)) return [token];
  if (isStep(summary)) return [[deal.escrow, <Code key="escrow" code={summary.escrow} />], token];
  if (!isEscrow(summary) || match.action !== 'deploy') return [];
  return [
    [
      named('Escrow address'),
      <Code key="escrow" code={summary.contractId} />,
      <p key="hint" class="hint">
        {deal.payOnceSettled}
      </p>,
    ],
    [deal.engagement, summary.engagementId],
    token,
    [named('Factory contract'), <Code key="factory" code={match.call.factory} />],
    [named('Contract code'), <Code key="code" code={match.call.wasmHash} />],
  ];
}
