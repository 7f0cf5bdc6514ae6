import { quoted } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import type { PageView } from '../../page-view.ts';
import type { UnknownHelpProps } from '../afterwards/afterwards.tsx';
import { NotesOnTop, Payees, Sentences, type ShownDeal } from '../deal/deal.tsx';
import { headlineOf } from '../deal/headline.ts';
import { Bullets, codeRow, Labelled, Rows } from '../parts/elements.tsx';
import { StopsBox } from '../parts/problem.tsx';
import { changesOf, type Screen, shownRisk, standingOf } from '../state/screen.ts';
import { leadOf, OPEN, requestText, type ScreenStatus, titleOf } from '../state/state-text.ts';
import type { Match, Mismatch } from '../transaction/read-view.ts';
import { isPayment } from '../transaction/summaries.ts';
import { core, words } from '../words/words.ts';
import { Afterwards, Displaced, Paid, UnknownHelp } from './later.tsx';

const FOLLOWED: readonly ScreenStatus[] = ['sending', 'accepted', 'unknown'];

/** States for which the service's message only repeats the heading. */
const SAID: readonly ScreenStatus[] = ['settled', 'accepted'];

type StatusProps = Pick<UnknownHelpProps, 'asked' | 'onAsk'> & {
  readonly screen: Screen;
  /** Nothing of a transaction that differs from what was asked for. */
  readonly deal: ShownDeal | undefined;
};

export function Status({ screen, deal, asked, onAsk }: StatusProps) {
  const { view, reading } = screen;
  const { status, replaces } = view;
  const risk = shownRisk(view);
  const screenStatus = standingOf(screen);
  const isOpen = OPEN.includes(screenStatus);
  if (isOpen && reading.kind === 'mismatch') return <MismatchStatus differences={reading.differences} />;
  const say = words().status;
  const changes = changesOf(view);
  const summary = deal?.summary;
  const headline = deal === undefined ? '' : headlineOf(deal.summary, deal.people);
  const title = summary !== undefined && 'title' in summary ? summary.title : undefined;
  const ofTitle = title === undefined ? '' : ` · ${title}`;
  // Each of several effects has a line of its own, and then so has the title.
  const whatOf = headline.includes('\n') && title !== undefined ? `${title}\n${headline}` : headline + ofTitle;
  const isPaid = screenStatus === 'settled' && summary !== undefined && isPayment(summary);
  const isToSign = isOpen && screenStatus !== 'to-confirm';
  return (
    <section class={`status ${screenStatus}${changes.length === 0 ? '' : ' changed'}`}>
      {isToSign && <p class="line">{requestText(screenStatus) + ofTitle}</p>}
      <h1 tabIndex={-1}>
        {isPaid && deal !== undefined ? (
          <Paid view={view} summary={summary} people={deal.people} />
        ) : (
          (isToSign && headline) || titleOf(view.action, screenStatus)
        )}
      </h1>
      {!isToSign && headline !== '' && <p class="of">{isPaid ? title : whatOf}</p>}
      {screenStatus !== 'prepared' && <p class="lead">{leadOf(view, screenStatus)}</p>}
      {screenStatus === 'displaced' && <Displaced by={status.displacedBy} />}
      {status.newerVersion !== undefined && <Newer status={status} isOpen={isOpen} />}
      {isToSign && deal && <Sentences {...deal} />}
      {isOpen && status.plan !== undefined && <p class="several">{core.severalText(status.plan)}</p>}
      {isOpen && replaces !== undefined && (
        <>
          <p>{say.replaces}</p>
          <Differences differences={replaces.differences} asked={say.now} found={say.before} />
        </>
      )}
      {screenStatus === 'to-confirm' && <StopsBox stops={risk.stops} names={view.names} lead={say.against} />}
      {screenStatus === 'to-confirm' && deal && <Sentences {...deal} />}
      {isOpen && deal && <Payees {...deal} />}
      {isOpen && reading.kind === 'match' && <Verdict match={reading} judgement={risk} />}
      {isOpen && <NotesOnTop people={[]} judgement={risk} {...deal} />}
      {screenStatus === 'settled' && changes.length > 0 && (
        <>
          <p class="verdict partly">{view.escrow?.changed === undefined ? say.changedSince : say.changedNow}</p>
          <Differences differences={changes} asked={say.whenSigned} found={say.onLedgerNow} />
        </>
      )}
      {screenStatus === 'settled' && <Afterwards view={view} summary={summary} />}
      {screenStatus === 'taken' && <Taken status={status} />}
      {screenStatus === 'accepted' && <Rows rows={[codeRow(say.hash, status.transactionHash)]} />}
      {status.detail !== undefined && !SAID.includes(screenStatus) && (
        <p class="words">
          {format(screenStatus === 'declined' ? say.reason : say.serviceSaid, { words: quoted(status.detail) })}
        </p>
      )}
      {!isOpen && <p class="hint by">{sourceText(status)}</p>}
      {screenStatus === 'unknown' && <UnknownHelp view={view} asked={asked} onAsk={onAsk} />}
      {FOLLOWED.includes(screenStatus) && <Afterwards view={view} summary={summary} />}
    </section>
  );
}

function Newer({ status, isOpen }: { readonly status: PageView['status']; readonly isOpen: boolean }) {
  const { newer, different, inNewer, inThis, requestOfNewer, openNewer } = words().status;
  const { id, signUrl } = status.newerVersion ?? {};
  return (
    <div class={isOpen ? 'changes review' : undefined}>
      <p>{isOpen ? newer : different}</p>
      <Differences differences={status.differences ?? []} asked={inNewer} found={inThis} />
      {signUrl === undefined ? (
        <Rows rows={[[requestOfNewer, id]]} />
      ) : (
        <p>
          <a href={signUrl}>{openNewer}</a>
        </p>
      )}
    </div>
  );
}

function Taken({ status: { differences = [], contractId } }: { readonly status: PageView['status'] }) {
  const { askedFor, foundOnLedger, address, tellOperator } = words().status;
  return (
    <>
      <Differences differences={differences} asked={askedFor} found={foundOnLedger} />
      {contractId !== undefined && <Rows rows={[codeRow(address, contractId)]} />}
      <p>{tellOperator}</p>
    </>
  );
}

function MismatchStatus({ differences }: Pick<Mismatch, 'differences'>) {
  const { mismatch, askedFor, found } = words().status;
  return (
    <section class="status mismatch">
      <h1 tabIndex={-1}>{mismatch.title}</h1>
      <p class="lead">{mismatch.lead}</p>
      <Differences differences={differences} asked={askedFor} found={found} />
      <p>{mismatch.tell}</p>
    </section>
  );
}

function sourceText({ by, ledger }: PageView['status']): string {
  const { ledgerSays, serviceSays, recordsSay } = words().status;
  if (by === 'ledger') return ledger === undefined ? ledgerSays.unnamed : format(ledgerSays.named, { host: ledger });
  return by === 'service' ? serviceSays : recordsSay;
}

/** The transaction is as asked for, but its signer has not agreed to the escrow's terms as they are now. */
const TERMS_CHANGED: readonly string[] = ['TERMS_CHANGED', 'TERMS_CHANGED_SINCE_DEPLOY'];

/** The tick, and what it is true of. */
function Verdict({ match: { reasons }, judgement: risk }: Pick<PageView, 'judgement'> & { readonly match: Match }) {
  const { verified, how, partly, notAgreed } = words().status;
  const isChanged = [...risk.stops, ...risk.warnings].some(({ code }) => TERMS_CHANGED.includes(code));
  if (reasons.length === 0 && isChanged) return <p class="verdict partly">{notAgreed}</p>;
  if (reasons.length === 0) {
    return (
      <p class="verdict verified">
        {verified}
        <span class="how">{how}</span>
      </p>
    );
  }
  return (
    <div class="verdict partly">
      <p>{partly}</p>
      <Bullets lines={reasons.map(core.reasonText)} />
    </div>
  );
}

type Sides = Readonly<Record<'asked' | 'found', string>>;

function Differences({ differences, asked, found }: Pick<Mismatch, 'differences'> & Sides) {
  return (
    <Rows
      class="differences"
      rows={differences
        .map(core.differenceText)
        .map((each) => [
          core.fieldText(each.field),
          <Labelled key="asked" label={asked} value={each.asked} />,
          <Labelled key="found" label={found} value={each.found} />,
        ])}
    />
  );
}
