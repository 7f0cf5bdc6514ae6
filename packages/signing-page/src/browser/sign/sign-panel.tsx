/** The ways to sign, each ending in the same submission. */
import type { CountersignError } from '@countersign/core/errors';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { ShownDeal } from '../deal/deal.tsx';
import { sumOf } from '../deal/headline.ts';
import { Report } from '../deal/step-cards.tsx';
import { Button } from '../parts/controls.tsx';
import { Labelled, Rows } from '../parts/elements.tsx';
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
  readonly onChoose: (address: string) => void;
};

type SignPanelProps = {
  readonly state: PageState;
  readonly actions: SignActions;
  readonly shown: ShownScreen;
  readonly deal: ShownDeal | undefined;
  /** On a small screen: whether it is open above the page. */
  readonly isSheet: boolean;
  readonly onClose: () => void;
  readonly decline: ComponentChildren;
  readonly problem: CountersignError | undefined;
};

export function SignPanel({ state, actions, shown, deal, isSheet, onClose, decline, problem }: SignPanelProps) {
  const { busy, note, taken } = state;
  const { title, stop, next, nextAsDemo, close } = words().panel;
  const { summary } = shown.match;
  const report = 'report' in shown.match ? shown.match.report : '';
  const { stops: blockers } = shown.view.judgement;
  const account = demoAccountOf({ ...summary, signer: shown.signer });
  const amount = sumOf(summary, deal?.people ?? []);
  const isIdle = busy === undefined && note === undefined;
  const isTaken = taken?.hash === shown.match.read.hashHex;
  return (
    <section
      class={isSheet ? 'card panel sign sheet' : 'card panel sign'}
      id="sign"
      aria-labelledby="sign-title"
      tabIndex={-1}
      hidden={state.undelivered !== undefined}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {isSheet && (
        <Button class="secondary close" onPress={onClose}>
          {close}
        </Button>
      )}
      <h2 id="sign-title">{title}</h2>
      {amount !== undefined && <p class="sum">{amount}</p>}
      {blockers.length > 0 && <StopsBox stops={blockers} names={shown.view.names} lead={words().status.confirmed} />}
      <div class="news" id="news" aria-live="polite" tabIndex={-1}>
        {shown.changes.length > 0 && <ChangedNow changes={shown.changes} />}
      </div>
      {shown.view.signers && <Signers signers={shown.view.signers} shown={shown} onChoose={actions.onChoose} />}
      {report !== '' && <Report report={report} />}
      <Ways state={state} actions={actions} shown={shown} account={account} />
      <div class="waiting">
        <p class={busy === undefined ? 'busy' : 'busy running'} role="status">
          {busy?.text ?? note ?? ''}
        </p>
        {isIdle && isTaken && <PasteBack until={taken.until} />}
        {isIdle && !isTaken && <p class="hint">{account === undefined ? next : nextAsDemo}</p>}
        {busy?.canStop && <Button onPress={actions.onStopWaiting}>{stop}</Button>}
      </div>
      <Problem error={problem} />
      <Newer shown={shown} busy={busy} onRenew={actions.onRenew} />
      <OtherWays {...actions} networkPassphrase={summary.networkPassphrase} isBusy={busy !== undefined} />
      {decline}
    </section>
  );
}

type WaysProps = Pick<SignPanelProps, 'state' | 'actions' | 'shown'> & { readonly account: string | undefined };

/** The buttons for what can be done now; they stay unchanged while a press is being handled. */
function Ways({ shown, state: { busy, wallets }, account, actions: { onSign, onRenew } }: WaysProps) {
  const { showNewer, prepareAgain } = words().panel;
  const now = {
    isShownFirst: mustBeShownFirst(shown),
    isNewer: isDifferent(shown.newer ?? []),
    ...arranged(wallets, ({ networks }) => networks.includes(shown.match.summary.network), account),
  };
  const found = useRef(now);
  if (busy === undefined) found.current = now;
  const { isShownFirst, isNewer, first, more } = found.current;
  const isBusy = busy !== undefined;
  if (!isShownFirst) return <WayButtons {...{ first, more, account, isBusy, onSign }} />;
  return (
    <div class="ways">
      <Button class="primary" isBusy={isBusy} onPress={onRenew}>
        {isNewer ? showNewer : prepareAgain}
      </Button>
    </div>
  );
}

type NewerProps = Pick<SignPanelProps, 'shown'> & Pick<PageState, 'busy'> & Pick<SignActions, 'onRenew'>;

/** What matters in a newer transaction: below the buttons, so that nothing moves under a finger. */
function Newer({ shown, busy, onRenew }: NewerProps) {
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
              <Button isBusy={isBusy} onPress={onRenew}>
                {showNewer}
              </Button>
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
    <Rows
      rows={changes.map(({ field, before, after, matters }) => [
        fields[field],
        after,
        matters ? <Labelled key="before" label={label} value={before} /> : undefined,
      ])}
    />
  );
}

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
