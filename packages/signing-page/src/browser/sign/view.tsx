/** The whole page, drawn from its state. */
import type { CountersignError } from '@countersign/core/errors';
import { Receipt } from '../afterwards/later.ts';
import { Deal } from '../deal/deal.tsx';
import { Problem } from '../parts/problem.tsx';
import { words } from '../words/words.ts';
import { Bar } from './bar.tsx';
import { DeclineForm } from './decline-form.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { NameForm } from './name-form.tsx';
import type { Screen } from './screen.ts';
import { shownSummary, standingOf } from './screen.ts';
import { type SignActions, SignPanel } from './sign-panel.tsx';
import { doable, kindOf, type PageState, type Place, placeOfProblem, type Question } from './state.ts';
import { Status } from './status.tsx';
import { StopForm } from './stop-form.tsx';
import { amountToConfirm } from './summaries.ts';

export type Actions = SignActions & {
  readonly onConfirm: (amount: string) => void;
  readonly onName: (name: string, address: string) => void;
  readonly onDecline: (reason: string) => void;
  readonly onAsk: (question: Question) => void;
  readonly onTryNow: () => void;
  readonly onForget: () => void;
};

type PageProps = { readonly state: PageState; readonly actions: Actions };

export function Page({ state, actions }: PageProps) {
  const { screen, undelivered, ended } = state;
  if (screen !== undefined) return <Offer state={state} screen={screen} actions={actions} />;
  if (undelivered !== undefined) {
    return <DeliveryCard undelivered={undelivered} survivesReload={state.survivesReload} {...actions} />;
  }
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
  const { undelivered, chosen, survivesReload, busy, isAway } = state;
  const { view, reading } = screen;
  const can = doable({ screen, undelivered, chosen });
  const summary = shownSummary(screen);
  const { signable, isToConfirm, toName, isUndelivered, canDecline } = can;
  const match = reading.kind === 'match' ? reading : undefined;
  const place = placeOfProblem(state);
  const problemAt = (where: Place): CountersignError | undefined =>
    where === place ? state.problem?.error : undefined;
  const hasPanel = !isUndelivered && (signable !== undefined || isToConfirm);
  const { stops } = view.judgement;
  const kind = kindOf(state);
  return (
    <>
      <div class={hasPanel ? 'layout with-panel' : 'layout'}>
        {/* The one live region for where this stands: the ledger's side of it, or an undelivered signature. */}
        <div class="standing" aria-live="polite">
          {undelivered === undefined ? (
            <Status key={standingOf(screen)} screen={screen} asked={state.asked} onAsk={actions.onAsk} />
          ) : (
            <DeliveryCard key="undelivered" undelivered={undelivered} survivesReload={survivesReload} {...actions} />
          )}
          <Problem error={problemAt('page')} />
        </div>
        {summary !== undefined && (
          <div class="deal" data-readable="">
            <Deal
              summary={summary}
              match={match}
              changes={screen.changes}
              names={view.names ?? NO_NAMES}
              judgement={view.judgement}
            />
          </div>
        )}
        {isToConfirm && !isUndelivered && summary !== undefined && (
          <StopForm
            key={JSON.stringify([stops, amountToConfirm(summary)])}
            stops={stops}
            summary={summary}
            isBusy={busy !== undefined}
            problem={problemAt('stop')}
            onConfirm={actions.onConfirm}
          />
        )}
        {signable !== undefined && (
          <SignPanel
            {...actions}
            // Pasted text stays until its outcome is known.
            key={kind === 'undelivered' ? 'unsent' : kind}
            shown={signable}
            isHidden={isUndelivered}
            busy={busy}
            note={state.note}
            wallets={state.wallets}
            taken={state.taken}
            problem={problemAt('panel')}
          />
        )}
        <div class="asides">
          {toName.length > 0 && <NameForm choices={toName} problem={problemAt('names')} onName={actions.onName} />}
          {(canDecline || isUndelivered) && (
            <DeclineForm isHidden={!canDecline} problem={problemAt('decline')} onDecline={actions.onDecline} />
          )}
        </div>
      </div>
      {view.status.status === 'settled' && <Receipt view={view} summary={summary} />}
      <Bar doable={can} busy={busy} wallets={state.wallets} onSign={actions.onSign} />
      {/* At the foot of the window, so that nothing moves when it comes and goes. */}
      <p class="connection" role="status" hidden={!isAway || isUndelivered}>
        {words().page.away}
      </p>
    </>
  );
}

/** A stable reference, so that nothing is redrawn. */
const NO_NAMES = [] as const;
