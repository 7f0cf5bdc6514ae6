/** Draws what is on screen, where it stands and what went wrong; what has not changed stays as it is. */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import type { PageView } from '../page-view.ts';
import { UnreachableError } from './api.ts';
import { createBand, phaseOf } from './band.ts';
import type { createDelivery } from './delivery.ts';
import type { createDeliveryCard } from './delivery-card.ts';
import { fill, h } from './dom.ts';
import { facts } from './facts.ts';
import { problemBox } from './problem.ts';
import { isOpen, received, type Screen } from './screen.ts';
import { serverTime, setServerTime } from './server-time.ts';
import type { createSignPanel } from './sign-panel.ts';
import { heading, statusCard, type UnknownActions } from './status.ts';

type Parts = {
  readonly panel: ReturnType<typeof createSignPanel>;
  readonly delivery: ReturnType<typeof createDelivery>;
  readonly deliveryCard: ReturnType<typeof createDeliveryCard>;
  readonly unknownActions: UnknownActions;
};

const element = (id: string) => document.getElementById(id) as HTMLElement;

export function createPage({ panel, delivery, deliveryCard, unknownActions }: Parts) {
  const band = createBand(element('band'));
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
  let drawn: { readonly status?: string; readonly kind?: string; readonly reading?: Screen['reading'] } = {};

  /** Takes in a view, whoever asked for it. @param next how it changes what is on screen */
  const show = (view: PageView, next = received): void => {
    isAway = false;
    if (problem instanceof UnreachableError) setProblem(undefined);
    setServerTime(view.now);
    if (screen === undefined) fill(element('main'), statusPlace, problemPlace, factsPlace, panel.element, connection);
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
    const isOver = match !== undefined && phaseOf(match.expiresAt) === 'over';
    const current = view.status.status === 'prepared' && isOver ? 'expired' : view.status.status;
    const isUnsent = current === 'prepared' || current === 'expired';
    const kind = undelivered === undefined ? (isUnsent ? 'unsent' : current) : 'undelivered';
    const hadFocus = [statusPlace, panel.element].some((place) => place.contains(document.activeElement));

    if (kind !== drawn.kind) setProblem(undefined);
    if (kind !== drawn.kind && kind !== 'unsent' && kind !== 'undelivered') panel.clearPasted();
    const status = undelivered === undefined ? JSON.stringify([current, view.status]) : 'undelivered';
    if (status !== drawn.status) {
      const shown = { ...view, status: { ...view.status, status: current } };
      fill(statusPlace, undelivered === undefined ? statusCard(shown, reading, unknownActions) : deliveryCard.element);
    }
    if (reading !== drawn.reading) fill(factsPlace, match && facts(match, screen.changes));
    drawn = { status, kind, reading };

    const canBeSigned = match !== undefined && undelivered === undefined && isOpen(view);
    panel.show(canBeSigned ? { ...screen, match } : undefined);
    element('skip').hidden = !canBeSigned;
    connection.hidden = !isAway || undelivered !== undefined;
    band.network(view.network.name);
    band.countTo(isUnsent ? match?.expiresAt : undefined, render);
    document.title = `${document.querySelector('h1')?.textContent} · Countersign`;
    // Whoever acted is taken to what became of it, which stands at the top.
    const isLost = document.activeElement === document.body || panel.element.hidden;
    if (hadFocus && isLost && !statusPlace.contains(document.activeElement)) document.querySelector('h1')?.focus();
  };

  /** There is one alert at most, and it goes when something newer is true. */
  const setProblem = (error: CountersignError | undefined): void => {
    problem = error;
    // Where nothing can be signed the panel with its own place for problems is hidden.
    const isInPanel = !panel.element.hidden;
    panel.problem(isInPanel ? error : undefined);
    fill(problemPlace, error !== undefined && !isInPanel && problemBox(error));
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
