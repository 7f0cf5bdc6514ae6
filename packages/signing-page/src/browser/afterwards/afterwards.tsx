/** The page after submission: who is notified; once settled, also what follows, a receipt, and where to look it up. */

import { lookUpPages } from '@countersign/core/escrow';
import { quoted } from '@countersign/core/text';
import { format, upper } from '@countersign/core/text/message';
import { groupTurns } from '@countersign/core/words';
import { useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { callAt, type Person } from '../deal/people.ts';
import { Button, CopyButton } from '../parts/controls.tsx';
import { Code, codeRow, Rows } from '../parts/elements.tsx';
import { amountText } from '../parts/texts.ts';
import { serverTime } from '../parts/time.ts';
import { sentenceOf } from '../state/life.ts';
import { canNotify, isNotifying, startNotifying, stopNotifying } from '../state/notify.ts';
import type { PageState, Question } from '../state/page-state.ts';
import { unitOf } from '../state/state-text.ts';
import { isStep, type PaymentSummary } from '../transaction/summaries.ts';
import { core, language, words } from '../words/words.ts';
import { LifeList, NextForm } from './life-list.tsx';
import type { ReceiptProps } from './receipt.tsx';

export { Receipt } from './receipt.tsx';

export function Afterwards({ view, summary }: ReceiptProps) {
  const texts = words().afterwards;
  const { status, escrow, action } = view;
  const { contractId, previousAddresses = [], transactionHash } = status;
  const unit = summary?.token.code ?? escrow?.asset ?? '';
  if (status.status !== 'settled') return <NotifySwitch />;
  const copy = contractId !== undefined && <CopyButton key="copy" label={texts.copyAddress} text={() => contractId} />;
  return (
    <div class="afterwards">
      {status.plan !== undefined && <Several plan={status.plan} />}
      {action !== 'trust' && escrow !== undefined && (
        <>
          <h2>{texts.title}</h2>
          <LifeList view={view} escrow={escrow} unit={unit} />
        </>
      )}
      {escrow === undefined && <AsItStood view={view} summary={summary} />}
      <Rows
        rows={[
          contractId !== undefined && [texts.address, [<Code key="code" code={contractId} />, copy]],
          ...previousAddresses.map((previous) => codeRow(words().page.previous, previous)),
          codeRow(texts.hash, transactionHash),
        ]}
      />
      <p>
        <Button onPress={() => print()}>{texts.receipt.print}</Button>
      </p>
      <NotifySwitch />
      <LookUpLinks view={view} />
      <p>{texts.continues}</p>
    </div>
  );
}

function Several({ plan }: { readonly plan: NonNullable<PageView['status']['plan']> }) {
  const { several } = words().afterwards;
  const { next, stopped } = plan;
  const shown = stopped === undefined ? plan : { ...plan, stopped: several.stopped };
  return (
    <div class="several">
      <p>{core.severalText(shown)}</p>
      {next !== undefined && stopped === undefined && (
        <NextForm
          key={next.milestone}
          action="plan"
          isFirst
          label={format(several.next, { milestone: next.milestone })}
        />
      )}
    </div>
  );
}

/** If the ledger cannot be asked for the escrow's current state. */
function AsItStood({ view, summary }: ReceiptProps) {
  const texts = words().afterwards;
  if (summary === undefined || !isStep(summary)) return null;
  return (
    <>
      <h2>{texts.title}</h2>
      <ul class="turns">
        {groupTurns(summary.turn).map((turn) => (
          <li key={`${turn.action} ${turn.milestone}`}>
            <p class="hint">{sentenceOf(turn, view)}</p>
          </li>
        ))}
      </ul>
      <p class="hint">{summary.turn.length === 0 ? core.turnsText([]) : texts.asItStood}</p>
    </>
  );
}

function LookUpLinks({ view: { status, network } }: Pick<ReceiptProps, 'view'>) {
  const pages = lookUpPages(network.name, status.transactionHash, status.contractId);
  const texts = words().afterwards;
  if (pages === undefined) return null;
  return (
    <div class="look-up">
      <h2>{texts.elsewhere}</h2>
      <ul>
        {(['transaction', 'contract', 'viewer'] as const).map(
          (name) =>
            pages[name] !== undefined && (
              <li key={name}>
                <a href={pages[name]} rel="noreferrer noopener">
                  {texts.links[name]}
                </a>
              </li>
            ),
        )}
      </ul>
      <p class="hint">{texts.leaves}</p>
    </div>
  );
}

/** "Tell me when something happens": the browser asks for permission when it is pressed, and not before. */
function NotifySwitch() {
  const [isOn, setOn] = useState(isNotifying);
  const [isDenied, setDenied] = useState(false);
  const { notify } = words().afterwards;
  if (!canNotify()) return null;
  const toggle = async () => {
    if (isOn) stopNotifying();
    const started = !isOn && (await startNotifying().catch(() => false));
    setOn(started);
    setDenied(!isOn && !started);
  };
  return (
    <div class="notify">
      <Button aria-describedby="notify-means" onPress={toggle}>
        {isOn ? notify.turnOff : notify.turnOn}
      </Button>
      <p class="hint" id="notify-means">
        {isOn ? notify.on : isDenied ? notify.denied : notify.means}
      </p>
    </div>
  );
}

/** Another transaction of its account used its sequence number. */
export function Displaced({ by }: { readonly by: PageView['status']['displacedBy'] }) {
  const { wentFirst, failed, hash, escrowAddress } = words().status;
  if (by === undefined) return null;
  const what = core.actions[by.action ?? 'deploy'].transaction;
  const title = by.title === undefined ? '' : `: ${quoted(by.title)}`;
  return (
    <Rows
      rows={[
        [wentFirst, `${what}${title}${by.status === 'rejected' ? ` (${failed})` : ''}`],
        by.status === 'settled' && codeRow(escrowAddress, by.contractId),
        codeRow(hash, by.transactionHash),
      ]}
    />
  );
}

type PaidProps = Pick<ReceiptProps, 'view'> & { readonly summary: PaymentSummary; readonly people: readonly Person[] };

/** As a heading: "You paid 450 USDC. Ben can start." */
export function Paid({ view: { escrow }, summary, people }: PaidProps) {
  const { paid, canStart } = words().status;
  const { you } = words().deal;
  const amount = amountText(summary.amount, unitOf(summary));
  const payer = callAt(summary.signer, people);
  const worker = callAt(escrow?.roles.serviceProvider, people, core.THE_PARTY.serviceProvider);
  const isNext = escrow?.turn.some(({ action }) => action === 'change-status') ?? false;
  const isStart = isNext && ['fully', 'over'].includes(escrow?.funded ?? '');
  const starts = worker === you ? canStart.you : format(canStart.other, { who: worker });
  const pays = payer === you ? paid.you : payer === '' ? paid.unknown : paid.other;
  return [format(pays, { who: payer, amount }), ...(isStart ? [upper(starts)] : [])].join(' ');
}

/** After its time bound, a transaction may still be included in the last possible ledger. */
const GRACE_MS = 60_000;

export type UnknownHelpProps = Pick<PageState, 'asked'> & {
  readonly view: PageView;
  readonly onAsk: (question: Question) => void;
};

export function UnknownHelp({ view: { status, canDeclareFailed }, asked, onAsk }: UnknownHelpProps) {
  const declarable = Date.parse(status.expiresAt) + GRACE_MS;
  const [canDeclare, setCanDeclare] = useState(false);
  const { next, neverSettled, sayAfter, lookFirst, onlyOwnerSays } = words().afterwards.unknown;
  // Checked when it is opened: by then it may be late enough.
  const look = () => setCanDeclare(serverTime() >= declarable);
  const button = (question: Question) => {
    const { asking, stillUnknown, [question]: label } = words().afterwards.unknown;
    const answer = asked[question];
    return (
      <Button onPress={() => answer !== 'asking' && onAsk(question)}>
        <span aria-live="polite">{answer === undefined ? label : answer === 'asking' ? asking : stillUnknown}</span>
      </Button>
    );
  };
  return (
    <>
      <p>{next}</p>
      <p class="buttons">{button('askAgain')}</p>
      {canDeclareFailed ? (
        <details onToggle={look}>
          <summary>{neverSettled}</summary>
          {canDeclare ? (
            <>
              <p>{lookFirst}</p>
              {button('declareFailed')}
            </>
          ) : (
            <p>{format(sayAfter, { time: new Date(declarable).toLocaleTimeString(language()) })}</p>
          )}
        </details>
      ) : (
        <p class="hint">{onlyOwnerSays}</p>
      )}
    </>
  );
}
