/**
 * Follows changes made elsewhere (another tab, the assistant, the ledger): by server-sent events, or by polling every
 * few seconds if those fail. Only while somebody watches, since browsers allow few connections per host.
 */
import type { CountersignError } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { isNotifying } from '../afterwards/notify.ts';
import { errorFrom, unreachable } from '../parts/ask-server.ts';
import { words } from '../words/words.ts';
import { eventsAddress, getView } from './api.ts';

const POLL_EVERY_MS = 2_000;
/** An open stream that is silent for this long is blocked by something in between. */
const SILENCE_MS = 15_000;

export type Listener = {
  readonly onView: (view: PageView) => void;
  readonly onProblem: (problem: CountersignError) => void;
  /** The server answers again after it did not, or the page can be seen again. */
  readonly onBack: () => void;
};

/** Somebody sees the page, or asked to be told while they do not. */
const isWatched = (): boolean => document.visibilityState === 'visible' || isNotifying();

export function listen({ onView, onProblem, onBack }: Listener): void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let isAway = false;

  const answered = () => {
    if (isAway) onBack();
    isAway = false;
  };

  const later = (run: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const stop = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };
  const poll = async () => {
    stop();
    await getView().then(
      (view) => {
        onView(view);
        answered();
      },
      (problem) => {
        isAway = true;
        onProblem(problem);
      },
    );
    if (isWatched()) later(connect, POLL_EVERY_MS);
  };
  const connect = () => {
    stop();
    if (!('EventSource' in globalThis)) return void poll();
    source = new EventSource(eventsAddress);
    later(poll, SILENCE_MS);
    source.addEventListener('open', answered);
    source.addEventListener('view', (event) => {
      later(poll, SILENCE_MS);
      onView(JSON.parse(event.data));
    });
    source.addEventListener('beat', () => later(poll, SILENCE_MS));
    source.addEventListener('problem', (event) => {
      stop();
      const problem = errorFrom(JSON.parse(event.data));
      onProblem(problem ?? unreachable(words().page.silent));
      if (problem?.code !== 'HANDLE_NOT_FOUND') later(poll, POLL_EVERY_MS);
    });
    source.addEventListener('error', () => later(poll, POLL_EVERY_MS));
  };
  document.addEventListener('visibilitychange', () => {
    if (!isWatched()) return stop();
    connect();
    onBack();
  });
  addEventListener('online', () => {
    connect();
    onBack();
  });
  connect();
}
