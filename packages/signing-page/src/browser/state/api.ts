/** The page's own API: every answer is a view, or an error in core's one shape; changes come as events. */
import type { NextInput } from '@countersign/core/desk';
import type { CountersignError } from '@countersign/core/errors';
import type { NextReply, PageView, SubmitReply } from '../../page-view.ts';
import { askServer, errorFrom, pageId, unreachable } from '../parts/ask-server.ts';
import { words } from '../words/words.ts';
import { isNotifying } from './notify.ts';

const eventsAddress = `${pageId}/events`;

export const getView = (): Promise<PageView> => askServer('view', 'offer');

type Action = 'ask-again' | 'confirm' | 'declare-failed' | 'decline' | 'name' | 'next' | 'renew' | 'submit';

export const post = <Reply extends PageView = PageView>(
  name: Action,
  body = {},
  signal?: AbortSignal,
): Promise<Reply> => askServer(name, 'offer', body, signal);

/** Safe to repeat: the desk sends a transaction once, however often its signature is delivered. */
export const submit = (signedXdr: string, signal?: AbortSignal): Promise<SubmitReply> =>
  post('submit', { signedXdr }, signal);
/** The next step of a settled escrow. @returns with the id of that step's own page */
export const prepareNext = (step: NextInput): Promise<NextReply> => post('next', step);

const POLL_EVERY_MS = 2_000;
/** An open stream that is silent for this long is blocked by something in between. */
const SILENCE_MS = 15_000;

type Listener = {
  /** The version of the view that the page has from its HTML. */
  readonly shown: string | undefined;
  readonly onView: (view: PageView) => void;
  readonly onProblem: (problem: CountersignError) => void;
  /** The server answers again after it did not, or the page can be seen again. */
  readonly onBack: () => void;
};

/** Somebody sees the page, or asked to be notified while they do not. */
const isWatched = (): boolean => document.visibilityState === 'visible' || isNotifying();

/**
 * Follows changes made elsewhere (another tab, the assistant, the ledger): by server-sent events, or by polling every
 * few seconds if those fail. Only while somebody watches, since browsers allow few connections per host.
 */
export function listen({ shown, onView, onProblem, onBack }: Listener): void {
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
  const connect = (version?: string) => {
    stop();
    source = new EventSource(version === undefined ? eventsAddress : `${eventsAddress}?shown=${version}`);
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
  const back = () => {
    connect();
    onBack();
  };
  document.addEventListener('visibilitychange', () => (isWatched() ? back() : stop()));
  addEventListener('online', back);
  connect(shown);
}
