/** Draws what is on screen, where it stands and what went wrong; what has not changed stays as it is. */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { drawAfterwards } from '../afterwards/mount.ts';
import { tellNews } from '../afterwards/notify.ts';
import { fill, h } from '../parts/dom.ts';
import { problemBox } from '../parts/problem.ts';
import { serverTime, setServerTime } from '../parts/server-time.ts';
import { UnreachableError } from './api.ts';
import { createBand } from './band.ts';
import type { createDeclineForm } from './decline-form.ts';
import type { createDelivery } from './delivery.ts';
import type { createDeliveryCard } from './delivery-card.ts';
import { facts } from './facts.ts';
import { type createNameForm, unnamed } from './name-form.ts';
import { paymentFacts } from './payment-facts.ts';
import { isOpen, received, type Screen, standingOf } from './screen.ts';
import type { createSignPanel } from './sign-panel.ts';
import { heading, isFollowed, settledFacts, statusCard } from './status.ts';
import { stepFacts } from './step-facts.ts';
import type { createStopForm } from './stop-form.ts';
import { type AnySummary, amountToConfirm, isEscrow, isPayment, isStep, isTrustline } from './summaries.ts';
import { trustlineFacts } from './trustline-facts.ts';
import { createUnknownHelp, type UnknownActions } from './unknown-help.ts';

type Drawn = Parameters<typeof facts> extends [unknown, ...infer Rest] ? Rest : never;

function factsOf(summary: AnySummary, ...drawn: Drawn): HTMLElement {
  if (isStep(summary)) return stepFacts(summary, ...drawn);
  if (isTrustline(summary)) return trustlineFacts(summary, ...drawn);
  return isPayment(summary) ? paymentFacts(summary, ...drawn) : facts(summary, ...drawn);
}

type Parts = {
  readonly panel: ReturnType<typeof createSignPanel>;
  readonly stopForm: ReturnType<typeof createStopForm>;
  readonly nameForm: ReturnType<typeof createNameForm>;
  readonly declineForm: ReturnType<typeof createDeclineForm>;
  readonly delivery: ReturnType<typeof createDelivery>;
  readonly deliveryCard: ReturnType<typeof createDeliveryCard>;
  readonly unknownActions: UnknownActions;
};

const element = (id: string) => document.getElementById(id) as HTMLElement;

export function createPage({ panel, stopForm, nameForm, declineForm, delivery, deliveryCard, unknownActions }: Parts) {
  const band = createBand(element('band'));
  const unknownHelp = createUnknownHelp(unknownActions);
  /** The one live region for where this stands: the ledger's side of it, or an undelivered signature. */
  const statusPlace = h('div', { 'aria-live': 'polite' });
  const problemPlace = h('div', {});
  const factsPlace = h('div', {});
  /** At the foot of the window, so that nothing moves when it comes and goes. */
  const connection = h(
    'p',
    { class: 'connection', role: 'status', hidden: true },
    'Countersign does not answer this page at the moment. It keeps trying.',
  );
  let screen: Screen | undefined;
  /** Whether the page's server did not answer when it was last asked. */
  let isAway = false;
  let problem: CountersignError | undefined;
  let drawn: {
    readonly status?: string;
    readonly kind?: string;
    readonly named?: string;
    readonly reading?: Screen['reading'];
  } = {};

  /** Takes in a view, whoever asked for it. @param next how it changes what is on screen */
  const show = (view: PageView, next = received): void => {
    isAway = false;
    if (problem instanceof UnreachableError) setProblem(undefined);
    setServerTime(view.now);
    tellNews(view);
    if (screen === undefined) {
      const forms = [stopForm.element, panel.element, nameForm.element, declineForm.element];
      fill(element('main'), statusPlace, problemPlace, factsPlace, ...forms, connection);
    }
    screen = next(screen, view, serverTime());
    delivery.observe(view);
    render();
  };

  const render = (): void => {
    const undelivered = delivery.undelivered();
    if (undelivered !== undefined) deliveryCard.show(undelivered, delivery.survivesReload());
    if (screen === undefined) {
      if (undelivered !== undefined) fill(element('main'), deliveryCard.element);
      return;
    }
    const { view, reading } = screen;
    const match = reading.kind === 'match' ? reading : undefined;
    const standing = standingOf(screen);
    const isUnsent = standing === 'prepared' || standing === 'expired' || standing === 'over';
    const kind = undelivered === undefined ? (isUnsent ? 'unsent' : standing) : 'undelivered';
    const places = [statusPlace, stopForm.element, panel.element, nameForm.element, declineForm.element];
    const hadFocus = places.some((place) => place.contains(document.activeElement));

    if (kind !== drawn.kind) setProblem(undefined);
    if (kind !== drawn.kind && kind !== 'unsent' && kind !== 'undelivered') panel.clearPasted();
    const told = JSON.stringify([standing, view.status, view.judgement, view.offer.reasons]);
    const status = undelivered === undefined ? told : 'undelivered';
    if (status !== drawn.status || (undelivered === undefined && reading !== drawn.reading)) {
      fill(statusPlace, undelivered === undefined ? statusCard(screen, unknownHelp) : deliveryCard.element);
    }
    drawAfterwards(isFollowed(standing) ? settledFacts(screen) : undefined);
    const summary = reading.kind === 'mismatch' ? undefined : reading.summary;
    const names = view.names ?? [];
    const named = JSON.stringify(names);
    if (reading !== drawn.reading || named !== drawn.named) {
      const draw = [match, screen.changes, names] as const;
      fill(factsPlace, summary && factsOf(summary, ...draw));
    }
    drawn = { status, kind, reading, named };

    const canBeSigned = match !== undefined && undelivered === undefined && isOpen(view);
    panel.show(canBeSigned ? { ...screen, match } : undefined);
    const isToConfirm = standing === 'to-confirm' && summary !== undefined && undelivered === undefined;
    const unit = summary?.token.code ?? 'tokens';
    stopForm.show(isToConfirm ? { stops: view.judgement.stops, total: amountToConfirm(summary), unit } : undefined);
    nameForm.show(view.canName && summary !== undefined && isEscrow(summary) ? unnamed(summary, names) : []);
    declineForm.show(undelivered === undefined && (isToConfirm || isOpen(view)));
    element('skip').hidden = !canBeSigned;
    connection.hidden = !isAway || undelivered !== undefined;
    band.network(view.network.name);
    band.countTo(isUnsent ? match?.expiresAt : undefined, render);
    document.title = `${document.querySelector('h1')?.textContent} · Countersign`;
    // Whoever acted is taken to what became of it, which stands at the top.
    const isLost =
      document.activeElement === document.body ||
      places.some((place) => place.hidden && place.contains(document.activeElement));
    if (hadFocus && isLost && !statusPlace.contains(document.activeElement)) document.querySelector('h1')?.focus();
  };

  /** There is one alert at most, and it goes when something newer is true. */
  const setProblem = (error: CountersignError | undefined): void => {
    problem = error;
    // What the person did last says where; a form that is hidden has no place for it.
    const forms = [nameForm, declineForm, stopForm, panel].filter(({ element }) => !element.hidden);
    const place = forms.find(({ element }) => element.contains(document.activeElement)) ?? forms.at(-1);
    for (const form of [nameForm, declineForm, stopForm, panel]) form.problem(form === place ? error : undefined);
    fill(problemPlace, error !== undefined && place === undefined && problemBox(error));
  };

  const fail = (thrown: unknown): void => {
    const error = toCountersignError(thrown);
    const isGone = error.code === 'HANDLE_NOT_FOUND';
    if (screen !== undefined && !isGone) {
      setProblem(error);
      return;
    }
    screen = undefined;
    drawn = {};
    drawAfterwards(undefined);
    band.countTo(undefined, () => {});
    element('skip').hidden = true;
    const isKept = delivery.undelivered() !== undefined;
    if (isKept && !isGone) {
      render();
      return;
    }
    delivery.forget();
    const title = isGone ? 'There is nothing to sign here' : 'This cannot be shown now';
    const lost = isKept && h('p', {}, 'Your signature was not delivered, and this tab has forgotten it.');
    fill(element('main'), h('section', { class: 'card status' }, heading(title), problemBox(error), lost));
  };

  return {
    screen: (): Screen | undefined => screen,
    show,
    render,
    setProblem,
    fail,
    /** A page that was shown stays when its server is away for a moment. */
    away: (thrown: CountersignError): void => {
      isAway = true;
      if (screen === undefined || thrown.code === 'HANDLE_NOT_FOUND') fail(thrown);
      else render();
    },
  };
}
