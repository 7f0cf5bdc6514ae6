/** An escrow for everyone with its address: what the ledger reports, decoded here and compared with pinned code. */
import { fromBasisPoints } from '@countersign/core/escrow';
import { type NoEscrow, type ReportedEscrow, readEscrowReport } from '@countersign/core/escrow-report';
import { SANDBOX_NAMES } from '@countersign/core/network';
import { format, pluralForm } from '@countersign/core/text/message';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import type { EscrowPageView } from '../../page-view.ts';
import { escrowText } from '../escrow-parts/escrow-text.ts';
import { Milestones } from '../escrow-parts/milestones.tsx';
import { Participants } from '../escrow-parts/participants.tsx';
import { KnownPeople, Money, Refusal, Turns, timeText, turnTexts, unitOf } from '../escrow-parts/shown.tsx';
import { type Fresh, json, type Trouble, useFresh } from '../parts/ask.ts';
import { attempt } from '../parts/attempt.ts';
import { CopyButton } from '../parts/controls.tsx';
import { Alert, Card, Code, codeRow, Paragraphs, Rows, Sentence, startPage, useHead } from '../parts/elements.tsx';
import { escrowLink } from '../parts/escrow-link.ts';
import { noteOpened } from '../parts/opened.ts';
import { amountText, decimalText } from '../parts/texts.ts';
import { writtenView } from '../parts/written-view.ts';
import { core, language, words } from '../words/words.ts';
import { Act } from './act.tsx';
import { History, LookUp } from './history.tsx';

const contractId = location.pathname.replace(/^.*\//, '');
const readView = async () => writtenView<EscrowPageView>()?.view ?? (await json<EscrowPageView>(`${contractId}/view`));

function App() {
  const { reply, trouble, again } = useFresh(contractId, readView);
  useHead(reply?.network.name);
  const read = useMemo(() => reply && decoded(reply), [reply]);
  const kind = read?.kind;
  useEffect(() => {
    if (kind === 'escrow') noteOpened(contractId);
  }, [kind]);
  const network = reply?.network.name ?? 'sandbox';
  return (
    <KnownPeople.Provider value={{ network, me: [], contacts: network === 'sandbox' ? SANDBOX_NAMES : [] }}>
      <Failure trouble={trouble} isStale={reply !== undefined} />
      {reply === undefined && trouble === undefined && <p class="loading">{words().escrow.loading}</p>}
      {reply !== undefined && read?.kind === 'escrow' && <Escrow view={reply} escrow={read} again={again} />}
      {reply !== undefined && read !== undefined && read.kind !== 'escrow' && <None view={reply} none={read} />}
    </KnownPeople.Provider>
  );
}

/** Whatever a server or an RPC supplies: if it is not this contract, or makes no sense, nothing of it is shown. */
const decoded = (view: EscrowPageView): ReportedEscrow | NoEscrow =>
  attempt(() => readEscrowReport({ ...view, contractId })) ?? { kind: 'unreadable' };

function Failure({ trouble, isStale }: { readonly trouble: Trouble | undefined; readonly isStale: boolean }) {
  const { problems, stale } = words().escrow;
  if (trouble === undefined) return null;
  const code = trouble.kind === 'refused' ? trouble.error?.code : undefined;
  const own = code === undefined ? undefined : problems[code as keyof typeof problems];
  return (
    <>
      {!isStale && <h1>{words().escrow.notShown}</h1>}
      {own === undefined ? <Refusal trouble={trouble} /> : <Alert message={own} remedy={isStale ? stale : undefined} />}
    </>
  );
}

type EscrowProps = {
  readonly view: EscrowPageView;
  readonly escrow: ReportedEscrow;
  readonly again: Fresh<EscrowPageView>['again'];
};

function Escrow({ view, escrow, again }: EscrowProps) {
  const texts = words().escrow;
  const { shown } = escrow;
  const known = useContext(KnownPeople);
  const { state, turn } = shown;
  return (
    <>
      <h1>
        <bdi>{shown.title || texts.untitled}</bdi>
      </h1>
      {shown.description !== '' && <p class="description">{shown.description}</p>}
      <CodeCheck escrow={escrow} />
      <section class="card details" aria-labelledby="turn-title">
        <p class="stands">
          <span class="state" data-tone={TONES[state]}>
            {escrowText({ status: 'settled', state, turn })}
          </span>
        </p>
        <Money escrow={{ ...shown, status: 'settled' }} />
        <h2 id="turn-title">{texts.turn.title}</h2>
        <Turns turns={turnTexts(turn, known)} />
        {turn.length > 0 && escrow.changedAt !== undefined && (
          <p class="hint">{format(texts.turn.since, { time: timeText(escrow.changedAt) })}</p>
        )}
        {shown.archived && <p class="note">{core.ARCHIVED_WORDS.sentence}</p>}
        <Act escrow={escrow} proven={view.wallets} again={again} />
      </section>
      <Card name="deal" class="details" title={texts.money.title}>
        <Paragraphs texts={moneySentences(escrow)} />
      </Card>
      <Card name="milestones" class="details" title={texts.milestones}>
        <Milestones escrow={shown} />
      </Card>
      <Card name="people" class="details" title={texts.people.title}>
        <Participants roles={shown.roles} />
        <p class="hint">{texts.people.disputes}</p>
      </Card>
      <History rpc={view.rpc} shown={shown} />
      <Source view={view} escrow={escrow} />
    </>
  );
}

/** Basis points of the escrow service, in every known kind. */
const SERVICE_FEE = 30;

/** In three, for a reader of whom nothing is known. */
function moneySentences({ shown, read: { escrow } }: ReportedEscrow): readonly string[] {
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

const TONES = {
  working: 'calm',
  'waiting for approval': 'mine',
  'ready to release': 'mine',
  'in dispute': 'warn',
  finished: 'good',
} as const;

function CodeCheck({ escrow: { codeIs } }: Pick<EscrowProps, 'escrow'>) {
  const { known, verified } = words().escrow;
  if (codeIs === 'pinned') return <p class="verified">{verified.what}</p>;
  return (
    <div class="note">
      <p>
        <strong>{known.title}</strong>
      </p>
      <p>{known.what}</p>
    </div>
  );
}

function Source({ view, escrow }: Pick<EscrowProps, 'view' | 'escrow'>) {
  const { code, copy, source, verified } = words().escrow;
  const { contract, engagement, technical, token } = words().escrows.detail;
  const link = escrowLink(contractId);
  return (
    <Card name="source" class="details" title={source}>
      <Reported view={view} />
      <p>{verified.who}</p>
      {link !== undefined && (
        <p>
          <CopyButton label={copy} text={() => link} />
        </p>
      )}
      <details>
        <summary>{technical}</summary>
        <Rows
          rows={[
            codeRow(contract, contractId),
            codeRow(code, escrow.code),
            codeRow(token, escrow.shown.token),
            [engagement, escrow.shown.engagementId],
          ]}
        />
        <LookUp at="viewer" contractId={contractId} />
      </details>
    </Card>
  );
}

function Reported({ view: { isAgreed, ledger, readAt, rpc } }: { readonly view: EscrowPageView }) {
  const { agreed, reported } = words().escrow;
  return (
    <p class="hint">
      {format(reported, { rpc, ledger, time: timeText(readAt) })} {isAgreed && agreed}
    </p>
  );
}

/** What is at the address, where it is no escrow that can be shown. */
function None({ view, none }: { readonly view: EscrowPageView; readonly none: NoEscrow }) {
  const { title, what } = words().escrow.none[none.kind];
  const network = core.NETWORK_WORDS[view.network.name].name;
  const owner = none.kind === 'replaceable' ? none.owner : '';
  return (
    <section class="card status">
      <h1>{title}</h1>
      <p>
        <Sentence text={format(what, { rpc: view.rpc, network, owner })} />
      </p>
      <p>
        <Code code={contractId} />
      </p>
      <Reported view={view} />
      <LookUp at="contract" contractId={contractId} />
    </section>
  );
}

startPage(App, 'escrows', 'escrow');
