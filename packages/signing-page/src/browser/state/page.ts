/** Applies events to the page: new views from any source, and errors. */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { UnreachableError } from '../parts/ask-server.ts';
import { phaseOf, serverTime, setServerTime } from '../parts/time.ts';
import type { createDelivery } from './delivery.ts';
import { tellNews } from './notify.ts';
import { type Busy, type FocusPlace, kindOf, type PageState, type PageStore } from './page-state.ts';
import { received, type Screen } from './screen.ts';

const PHASE_EVERY_MS = 250;

export function createPage(store: PageStore, delivery: ReturnType<typeof createDelivery>) {
  const update = (changes: Partial<PageState> = {}): void => {
    const before = store.get();
    const undelivered = delivery.undelivered();
    const next = { ...changes, undelivered, survivesReload: delivery.survivesReload() };
    // There is at most one alert, and it goes when the state changes.
    const isOther = kindOf({ ...before, ...next }) !== kindOf(before);
    store.set(isOther && !('problem' in changes) ? { note: undefined, ...next, problem: undefined } : next);
  };

  /** Takes in a view, no matter who asked for it. @param next how it changes what is on screen */
  const show = (view: PageView, next = received): void => {
    store.hold(() => {
      setServerTime(view.now);
      tellNews(view);
      const { screen, problem } = store.get();
      const isAnswered = problem?.error instanceof UnreachableError;
      update({
        screen: next(screen, view, serverTime()),
        isAway: false,
        ended: undefined,
        ...(isAnswered ? { problem: undefined } : {}),
      });
      delivery.observe(view);
    });
  };

  const setProblem = (error: CountersignError | undefined, place?: FocusPlace): void =>
    update({ problem: error && { error, place }, note: undefined });

  const fail = (thrown: unknown, place?: FocusPlace): void => {
    const error = toCountersignError(thrown);
    const isGone = error.code === 'HANDLE_NOT_FOUND';
    const isKept = delivery.undelivered() !== undefined;
    if (store.get().screen !== undefined && !isGone) setProblem(error, place);
    else if (isKept && !isGone) update({ screen: undefined });
    else {
      store.hold(() => {
        delivery.forget();
        update({ screen: undefined, ended: { error, isLost: isKept } });
      });
    }
  };

  // How it stands depends on the time, too.
  const phase = () => {
    const reading = store.get().screen?.reading;
    return reading?.kind === 'match' ? phaseOf(reading.expiresAt) : undefined;
  };
  let drawn = phase();
  setInterval(() => {
    const now = phase();
    if (now !== drawn) update();
    drawn = now;
  }, PHASE_EVERY_MS);

  return {
    screen: (): Screen | undefined => store.get().screen,
    show,
    update,
    setProblem,
    fail,
    busy: (busy: Busy | undefined): void => store.set(busy === undefined ? { busy } : { busy, note: undefined }),
    /** Keeps a page on screen while its server is away for a moment. */
    away: (thrown: CountersignError): void => {
      const isShown = store.get().screen !== undefined && thrown.code !== 'HANDLE_NOT_FOUND';
      store.hold(() => {
        update({ isAway: true });
        if (!isShown) fail(thrown);
      });
    },
  };
}
