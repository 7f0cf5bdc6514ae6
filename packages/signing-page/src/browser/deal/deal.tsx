import { format, upper } from '@countersign/core/text/message';
import { type Fact, isOfPayee, type NamedAddress } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../page-view.ts';
import { Card, Code, codeRow, Paragraphs, type Row, Rows, TimeText } from '../parts/elements.tsx';
import { lazily } from '../parts/lazily.tsx';
import { amountText, listText } from '../parts/texts.ts';
import { usePainted } from '../parts/time.ts';
import { type ChangedField, type Screen, shownRisk, shownSummary } from '../state/screen.ts';
import { unitOf } from '../state/state-text.ts';
import type { Match } from '../transaction/read-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { core, words } from '../words/words.ts';
import { Aside, Field, Milestones } from './cards.tsx';
import { sentencesOf } from './headline.ts';
import { isPayer, notesAt, type Person, peopleOf } from './people.ts';
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

/** What the page shows of a transaction, and whom it is about. */
export type ShownDeal = {
  /** Of what was decoded here; the server's own while nothing to sign is given. */
  readonly summary: AnySummary;
  readonly people: readonly Person[];
  readonly names: readonly NamedAddress[];
  readonly judgement: PageView['judgement'];
  /** The reader's own wallet, where it is known. */
  readonly reader: string | undefined;
};

export function dealOf(screen: Screen): ShownDeal | undefined {
  const { names = [], reader } = screen.view;
  const summary = shownSummary(screen);
  const judgement = shownRisk(screen.view);
  return summary && { summary, people: peopleOf(summary, names, judgement, reader), names, judgement, reader };
}

export function Sentences({ summary, people }: ShownDeal) {
  return (
    <div class={isPayment(summary) ? 'sentences pays' : 'sentences'}>
      <Paragraphs texts={sentencesOf(summary, people)} />
    </div>
  );
}

/** Warnings and facts that belong to nothing else that the deal shows. */
export function NotesOnTop({ judgement, people }: Pick<ShownDeal, 'judgement' | 'people'>) {
  return <Aside {...notesAt('top', judgement, people)} lead={words().deal.lookTwice} />;
}

/** Who is paid, if several, and who cannot be paid yet: above everything that leads to a signature. */
export function Payees({ summary, people, names, judgement: { warnings, facts } }: ShownDeal) {
  // Earlier versions stored some of them as facts.
  const lacking = ([...warnings, ...facts] as readonly Fact[]).filter(isOfPayee);
  const costs = isEscrow(summary) ? summary.costs : isPayment(summary) ? summary.terms?.costs : undefined;
  const payees = costs?.payees;
  if (payees === undefined && lacking.length === 0) return null;
  return <AllPayees {...{ payees: payees ?? [], lacking, people, names }} unit={unitOf(summary)} />;
}

export function Deal({ deal, screen: { reading, changes } }: { readonly deal: ShownDeal; readonly screen: Screen }) {
  const { summary, people } = deal;
  return (
    <div class="facts">
      {isEscrow(summary) && <Subject summary={summary} />}
      <Money {...deal} />
      {!isEscrow(summary) && <Subject summary={summary} />}
      {isStep(summary) && <StepCards summary={summary} people={people} changes={changes} />}
      <People {...deal} />
      {reading.kind === 'match' && <Details match={reading} changes={changes} />}
    </div>
  );
}

function Money({ summary, reader, ...rest }: ShownDeal) {
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
  const memo = isEscrow(summary) ? summary.receiverMemo : undefined;
  const rows: readonly (Row | false)[] = [
    isPayment(summary) && codeRow(words().status.escrowAddress, summary.escrow),
    isTrustline(summary) && codeRow(deal.issuer, summary.token.issuer),
    memo !== undefined && [deal.receiverMemo, memo],
    code === undefined && [deal.token, [deal.unknownToken, <Code key="token" code={address} />]],
  ];
  const hasRows = rows.some(Boolean);
  const warnings = summary.warnings ?? [];
  if (!isEscrow(summary) && !hasRows && warnings.length === 0) return null;
  return (
    <Card name="escrow" title={isTrustline(summary) ? deal.token : isPayment(summary) ? deal.escrow : deal.terms}>
      {isEscrow(summary) && <p class="description">{summary.description}</p>}
      <Aside warnings={warnings} lead={isEscrow(summary) ? deal.checkTexts : deal.lookTwice} />
      {hasRows && <Rows rows={rows} />}
    </Card>
  );
}

/** Everybody whom the transaction is about: what they do, who they are, and their address, whole. */
function People({ people, judgement }: ShownDeal) {
  const { deal } = words();
  const row = (person: Person): Row => [
    titleOf(person),
    <>
      <Code code={person.address} />
      {person.demo !== undefined && <span class="tag">{format(deal.demo, { name: person.demo.account })}</span>}
      {person.named !== undefined && <span class="tag name">{core.nameText(person.named)}</span>}
      {person.isNew && <span class="tag">{deal.firstTime}</span>}
      <Aside {...notesAt(person.address, judgement, people)} />
    </>,
  ];
  return (
    <Card name="people" title={deal.people}>
      <Rows rows={people.map(row)} />
    </Card>
  );
}

/** "You: approve each milestone and release the money" */
function titleOf({ isYou, named, demo, does }: Person): string {
  const who = isYou ? words().deal.youName : (named?.name ?? demo?.name);
  return upper([who, listText(does)].filter(Boolean).join(': '));
}

/** What a wallet or an explorer shows, for comparison: folded, unless something in it is new. */
function Details({ match, changes }: Pick<Screen, 'changes'> & { readonly match: Match }) {
  const { deal } = words();
  const isNew = changes.some(({ matters }) => matters);
  const isDrawn = usePainted() || isNew;
  const { summary, read, expiresAt } = match;
  const named = (field: ChangedField) => <Field key={field} field={field} changes={changes} />;
  const { memo } = read.transaction;
  const rows = (): (Row | false)[] => [
    ...addressRows(match, named),
    [named('Network fee'), format(deal.atMost, { fee: amountText(summary.feeXlm, 'XLM') })],
    [named('Valid until'), <TimeText key="time" time={expiresAt} />],
    codeRow(named('Transaction hash'), read.hashHex, deal.mustShow),
    [deal.memo, memo.type === 'memoNone' ? deal.none : memo.type],
    [deal.sequence, read.transaction.seqNum.toString()],
    [deal.passphrase, `${core.NETWORK_WORDS[summary.network].name}: “${summary.networkPassphrase}”`],
  ];
  return (
    <details class="card transaction" open={isNew}>
      <summary>{deal.details}</summary>
      {isDrawn && <Rows rows={rows()} />}
      <details>
        <summary>{deal.xdr}</summary>
        <p class="xdr">{isDrawn && read.xdr}</p>
      </details>
    </details>
  );
}

/** Addresses that a person reads about, but need not compare to decide. */
function addressRows(match: Match, named: (field: ChangedField) => ComponentChildren): (Row | false)[] {
  const { deal } = words();
  const { summary } = match;
  const { code = deal.unknownToken, address } = summary.token;
  const token: Row = [deal.token, [code, <Code key="token" code={address} />]];
  if (isTrustline(summary) || isPayment(summary)) return [token];
  if (isStep(summary)) return [codeRow(deal.escrow, summary.escrow), token];
  if (!isEscrow(summary) || match.action !== 'deploy') return [];
  return [
    codeRow(named('Escrow address'), summary.contractId, deal.payOnceSettled),
    [deal.engagement, summary.engagementId],
    token,
    codeRow(named('Factory contract'), match.call.factory),
    codeRow(named('Contract code'), match.call.wasmHash),
  ];
}
