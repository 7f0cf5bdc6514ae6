/** The ways to sign, each ending in the same submission. */

import type { CountersignError } from '@countersign/core/errors';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { sumOf } from '../deal/headline.ts';
import { peopleOf } from '../deal/people.ts';
import { Report } from '../deal/step-cards.tsx';
import { Problem, StopsBox } from '../parts/problem.tsx';
import type { PageState, ShownScreen } from '../state/page-state.ts';
import { type Change, canSignNow, isDifferent, mustBeShownFirst } from '../state/screen.ts';
import type { ElsewhereProps } from '../ways/elsewhere.tsx';
import { arranged, OtherWays, WayButtons } from '../ways/offered.tsx';
import { demoAccountOf, type Way } from '../ways/way.ts';
import { words } from '../words/words.ts';
import { PasteBack, Signers } from './later.tsx';

export type SignActions = Pick<ElsewhereProps, 'order' | 'onPasted' | 'onTaken'> & {
  readonly onSign: (way: Way) => void;
  /** Replaces this transaction with one that has time left. */
  readonly onRenew: () => void;
  readonly onStopWaiting: () => void;
  /** Of an account with several signers. */
  readonly onChoose: (address: string) => void;
};

type SignPanelProps = SignActions &
  Pick<PageState, 'busy' | 'note' | 'wallets' | 'taken'> & {
    readonly shown: ShownScreen;
    readonly isHidden: boolean;
    /** On a small screen: whether it is open above the page. */
    readonly isSheet: boolean;
    readonly decline: ComponentChildren;
    readonly onClose: () => void;
    readonly problem: CountersignError | undefined;
  };

export function SignPanel(props: SignPanelProps) {
  const { shown, isHidden, busy, note, problem, taken, onStopWaiting } = props;
  const { title, stop, next, nextAsDemo, close } = words().panel;
  const { summary } = shown.match;
  const report = 'report' in shown.match ? shown.match.report : '';
  const { stops: blockers } = shown.view.judgement;
  const account = demoAccountOf({ ...summary, signer: shown.signer });
  const { names, judgement, reader } = shown.view;
  const amount = sumOf(summary, peopleOf(summary, names ?? [], judgement, reader));
  const isIdle = busy === undefined && note === undefined;
  const isTaken = taken?.hash === shown.match.read.hashHex;
  return (
    <section
      class={props.isSheet ? 'card panel sign sheet' : 'card panel sign'}
      id="sign"
      aria-labelledby="sign-title"
      tabIndex={-1}
      hidden={isHidden}
      onKeyDown={({ key }) => key === 'Escape' && props.onClose()}
    >
      {props.isSheet && (
        <button type="button" class="secondary close" onClick={props.onClose}>
          {close}
        </button>
      )}
      <h2 id="sign-title">{title}</h2>
      {amount !== undefined && <p class="sum">{amount}</p>}
      {blockers.length > 0 && <StopsBox stops={blockers} names={shown.view.names} lead={words().status.confirmed} />}
      <div class="news" id="news" aria-live="polite" tabIndex={-1}>
        {shown.changes.length > 0 && <ChangedNow changes={shown.changes} />}
      </div>
      {shown.view.signers && (
        <Signers
          signers={shown.view.signers}
          names={shown.view.names ?? []}
          expiresAt={shown.match.expiresAt}
          chosen={shown.signer}
          onChoose={props.onChoose}
        />
      )}
      {report !== '' && <Report report={report} />}
      <Ways {...props} account={account} />
      <div class="waiting">
        <p class={busy === undefined ? 'busy' : 'busy running'} role="status">
          {busy?.text ?? note ?? ''}
        </p>
        {isIdle && isTaken && <PasteBack until={taken.until} />}
        {isIdle && !isTaken && <p class="hint">{account === undefined ? next : nextAsDemo}</p>}
        {busy?.canStop && (
          <button type="button" class="secondary" onClick={onStopWaiting}>
            {stop}
          </button>
        )}
      </div>
      <Problem error={problem} />
      <Newer {...props} />
      <OtherWays
        networkPassphrase={summary.networkPassphrase}
        order={props.order}
        isBusy={busy !== undefined}
        onPasted={props.onPasted}
        onTaken={props.onTaken}
      />
      {props.decline}
    </section>
  );
}

/** The buttons for what can be done now; they stay unchanged while a press is being handled. */
function Ways({ shown, busy, wallets, account, onSign, onRenew }: SignPanelProps & { account: string | undefined }) {
  const { showNewer, prepareAgain } = words().panel;
  const now = {
    isShownFirst: mustBeShownFirst(shown),
    isNewer: isDifferent(shown.newer ?? []),
    ...arranged(wallets, shown.match.summary.network, account),
  };
  const found = useRef(now);
  if (busy === undefined) found.current = now;
  const { isShownFirst, isNewer, first, more } = found.current;
  const isBusy = busy !== undefined;
  if (!isShownFirst) {
    return <WayButtons first={first} more={more} account={account} isBusy={isBusy} onSign={onSign} />;
  }
  return (
    <div class="ways">
      <button
        type="button"
        class="primary"
        aria-disabled={isBusy}
        data-waiting={isBusy ? '' : undefined}
        onClick={() => !isBusy && onRenew()}
      >
        {isNewer ? showNewer : prepareAgain}
      </button>
    </div>
  );
}

/** What matters in a newer transaction: below the buttons, so that nothing moves under a finger. */
function Newer({ shown, busy, onRenew }: SignPanelProps) {
  const { newer: lead, showNewer } = words().panel;
  const isBusy = busy !== undefined;
  const newer = isDifferent(shown.newer ?? []) ? shown.newer : undefined;
  const drawn = useRef(newer);
  if (newer === undefined || !isBusy || busy.canStop) drawn.current = newer;
  const changes = drawn.current;
  return (
    <div aria-live="polite">
      {changes !== undefined && (
        <div class="changes newer">
          <p>{lead}</p>
          <ChangesList changes={changes} />
          {canSignNow(shown) && (
            <p class="buttons">
              <button
                type="button"
                class="secondary"
                aria-disabled={isBusy}
                data-waiting={isBusy ? '' : undefined}
                onClick={() => !isBusy && onRenew()}
              >
                {showNewer}
              </button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function ChangesList({ changes }: { readonly changes: readonly Change[] }) {
  const { fields, before: label } = words().panel;
  return (
    <dl>
      {changes.map(({ field, before, after, matters }) => (
        <div key={field}>
          <dt>{fields[field]}</dt>
          <dd>{after}</dd>
          {matters && (
            <dd>
              <span class="label">{label}</span>
              {before}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Above the buttons, when the transaction on screen has replaced an earlier one. */
function ChangedNow({ changes }: { readonly changes: readonly Change[] }) {
  const { changedReview, changedSame } = words().panel;
  const matters = changes.some((change) => change.matters);
  return (
    <div class={matters ? 'changes review' : 'changes'}>
      <p>{matters ? changedReview : changedSame}</p>
      <ChangesList changes={changes} />
    </div>
  );
}
