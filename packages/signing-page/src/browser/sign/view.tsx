import type { CountersignError } from '@countersign/core/errors';
import { useState } from 'preact/hooks';
import { Deal, dealOf, type ShownDeal } from '../deal/deal.tsx';
import { shortOf } from '../deal/headline.ts';
import { Button } from '../parts/controls.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Doable, FocusPlace, PageState, Question, ShownScreen } from '../state/page-state.ts';
import { availableActions, kindOf, placeOfProblem } from '../state/page-state.ts';
import { alikesIn, isDifferent, mustBeShownFirst, type Screen, standingOf } from '../state/screen.ts';
import { amountToConfirm } from '../transaction/summaries.ts';
import type { Offered } from '../ways/offered.tsx';
import { DEMO_ACCOUNT } from '../ways/registry.ts';
import { demoAccountOf, type Way } from '../ways/way.ts';
import { words } from '../words/words.ts';
import { DeliveryCard } from './delivery-card.tsx';
import type { DeclineFormProps, NameFormProps } from './forms.tsx';
import { DeclineForm, NameForm, Receipt, SignedIn, StopForm, Whose } from './later.tsx';
import { type SignActions, SignPanel } from './sign-panel.tsx';
import { Status } from './status.tsx';

export type Actions = SignActions & {
  readonly onConfirm: (isAsShown: boolean) => void;
  readonly onName: NameFormProps['onName'];
  readonly onDecline: (reason: string) => void;
  readonly onAsk: (question: Question) => void;
  readonly onTryNow: () => void;
  readonly onForget: () => void;
};

type PageProps = { readonly state: PageState; readonly actions: Actions };

export function Page({ state, actions }: PageProps) {
  const { screen, undelivered, ended } = state;
  if (screen !== undefined) return <Offer state={state} screen={screen} actions={actions} />;
  if (undelivered !== undefined) return <DeliveryCard {...state} undelivered={undelivered} {...actions} />;
  return ended === undefined ? null : <Ended {...ended} />;
}

function Ended({ error, isLost }: NonNullable<PageState['ended']>) {
  const { gone, notShown, lost } = words().page;
  return (
    <section class="status closed">
      <h1 tabIndex={-1}>{error.code === 'HANDLE_NOT_FOUND' ? gone : notShown}</h1>
      <Problem error={error} />
      {isLost && <p>{lost}</p>}
    </section>
  );
}

function Offer({ state, screen, actions }: PageProps & { readonly screen: Screen }) {
  const { undelivered, busy, isAway } = state;
  const { view } = screen;
  const deal = dealOf(screen);
  const can = availableActions(state);
  const { signable, isToConfirm, toName, isUndelivered, canDecline } = can;
  const place = placeOfProblem(state);
  const problemAt = (where: FocusPlace): CountersignError | undefined =>
    where === place ? state.problem?.error : undefined;
  const hasPanel = !isUndelivered && (signable !== undefined || isToConfirm);
  const kind = kindOf(state);
  const [isSheet, setSheet] = useState(false);
  const decline = (canDecline || isUndelivered) && (
    <Decline isHidden={!canDecline} problem={problemAt('decline')} onDecline={actions.onDecline} />
  );
  return (
    <>
      {view.canDecline !== true && deal !== undefined && <Whose view={view} deal={deal} />}
      <div class={hasPanel ? 'layout with-panel' : 'layout'}>
        {/* The one live region for the status: the ledger's side of it, or an undelivered signature. */}
        <div class="standing" aria-live="polite">
          {undelivered === undefined ? (
            <Status key={standingOf(screen)} screen={screen} deal={deal} asked={state.asked} onAsk={actions.onAsk} />
          ) : (
            <DeliveryCard key="undelivered" {...state} undelivered={undelivered} {...actions} />
          )}
          <Problem error={problemAt('page')} />
        </div>
        {deal !== undefined && (
          <div class="deal" data-readable="">
            <Deal deal={deal} screen={screen} />
          </div>
        )}
        {isToConfirm && !isUndelivered && deal !== undefined && (
          <StopForm
            key={JSON.stringify([view.judgement.stops, amountToConfirm(deal.summary)])}
            deal={deal}
            isBusy={busy !== undefined}
            problem={problemAt('stop')}
            decline={decline}
            onConfirm={actions.onConfirm}
          />
        )}
        {signable !== undefined && (
          <SignPanel
            // Pasted text stays until its outcome is known.
            key={kind === 'undelivered' ? 'unsent' : kind}
            state={state}
            actions={actions}
            shown={signable}
            deal={deal}
            isSheet={isSheet}
            onClose={() => setSheet(false)}
            decline={decline}
            problem={problemAt('panel')}
          />
        )}
        <div class="asides">
          {toName.length > 0 && (
            <NameForm
              choices={toName}
              alikes={alikesIn(view)}
              names={view.names ?? []}
              problem={problemAt('names')}
              onName={actions.onName}
            />
          )}
        </div>
      </div>
      {view.status.status === 'settled' && <Receipt view={view} summary={deal?.summary} />}
      <Bar can={can} state={state} deal={deal} actions={actions} onOpen={() => setSheet(true)} />
      {view.wallets !== undefined && view.canDecline === true && (
        <SignedIn wallets={view.wallets} onOut={() => location.reload()} />
      )}
      {/* At the foot of the window, so that nothing moves when it comes and goes. */}
      <p class="connection" role="status" hidden={!isAway || isUndelivered}>
        {words().page.away}
      </p>
    </>
  );
}

/** The one way to say no, next to the ways to sign. */
function Decline({ isHidden, ...form }: DeclineFormProps & { readonly isHidden: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="decline" id="decline" hidden={isHidden}>
      <details onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}>
        <summary>{words().decline.button}</summary>
        {isOpen && <DeclineForm {...form} />}
      </details>
    </div>
  );
}

type BarProps = PageProps & {
  readonly can: Doable;
  readonly deal: ShownDeal | undefined;
  readonly onOpen: () => void;
};

/** On a small screen: the amount, and the button that signs or opens the ways to sign, always in view. */
function Bar({ can, state: { busy, wallets }, deal, actions, onOpen }: BarProps) {
  const { signable, isToConfirm, isUndelivered } = can;
  if (isUndelivered || deal === undefined || (signable === undefined && !isToConfirm)) return null;
  const { bar, prepareAgain } = words().panel;
  const way = signable && onlyWay(signable, wallets);
  const openWays = () => {
    onOpen();
    document.getElementById('sign')?.focus({ preventScroll: true });
  };
  const renew = () => {
    openWays();
    actions.onRenew();
  };
  const press = (pressed: Way) => {
    // That place shows what the wallet asks for, and that it can be stopped.
    if (pressed.kind !== 'demo') openWays();
    actions.onSign(pressed);
  };
  const pressed = (): readonly [label: string, run: () => void] => {
    if (signable === undefined) return [bar.confirm, goToStop];
    if (mustBeShownFirst(signable))
      return isDifferent(signable.newer ?? []) ? [bar.review, openWays] : [prepareAgain, renew];
    return way === undefined ? [bar.choose, openWays] : [bar.sign, () => press(way)];
  };
  const [label, run] = pressed();
  return (
    <div class="bar">
      <p class="bar-deal">{shortOf(deal.summary, deal.people)}</p>
      <Button class="primary" isBusy={busy !== undefined} onPress={run}>
        {label}
      </Button>
    </div>
  );
}

function onlyWay({ match: { summary }, signer }: ShownScreen, wallets: readonly Offered[]): Way | undefined {
  if (demoAccountOf({ ...summary, signer }) !== undefined) return DEMO_ACCOUNT;
  const here = wallets.filter(({ way, found }) => found && way.networks.includes(summary.network));
  return here.length === 1 ? here[0]?.way : undefined;
}

function goToStop(): void {
  const place = document.getElementById('stop');
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
