/** One request, as the adapters pass it on: its progress, and the protocol error where it is refused. */
import type { CallOptions } from '@countersign/core';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { SpokenView } from '@countersign/core/words/problems';
import { LEAD_TO_PAGE } from '../tools/tool.ts';
import { modelView } from '../views/error-view.ts';
import type { HostPerson } from './ask.ts';

/** One request, as an adapter passes it on. */
export type Call = {
  readonly signal: AbortSignal;
  /** What the host sent along. A progress token is echoed, so it is scanned for secrets. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly sendProgress: (progress: Progress) => Promise<void>;
  /** Absent where the host cannot ask its person anything. */
  readonly person?: HostPerson;
};

/** Progress of a tool call, sent if the host asked for it. */
type Progress = { progressToken: string | number; progress: number; total?: number; message: string };

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

const waitingForPerson = (done: number, total: number) =>
  `Waiting for the person: ${seconds(done)} of ${seconds(total)} s`;

/** What a person reads next to the progress bar, by tool. */
const WORDS: Readonly<Record<string, (done: number, total: number) => string>> = {
  get_balances: (done, total) => `${done} of ${total} balances read`,
  ...Object.fromEntries(LEAD_TO_PAGE.map((tool) => [tool, waitingForPerson])),
  get_escrow: (done, total) => `Waiting for the outcome: ${seconds(done)} of ${seconds(total)} s`,
};

/** Sends progress only where it was requested, and only increasing, as the protocol demands. */
export function createProgress(
  tool: string,
  token: unknown,
  send: (progress: Progress) => Promise<void>,
): Pick<CallOptions, 'onProgress' | 'onWait'> {
  if (typeof token !== 'string' && typeof token !== 'number') return {};
  const words = WORDS[tool] ?? ((done, total) => `${done} of ${total}`);
  let last = -1;
  // A lost notification must not fail the call; a host that is gone ends the connection anyway.
  const notify = (progress: number, message: string, total?: number) => {
    last = progress;
    send({ progressToken: token, progress, message, ...(total === undefined ? {} : { total }) }).catch(() => {});
  };
  return {
    // Half a step, since each notification must be higher than the last.
    onWait: (ms) => notify(last < 0 ? 0 : last + 0.5, `Waiting for the service’s quota: about ${seconds(ms)} s`),
    onProgress: (done, total) => {
      // The last step is the reply itself; a notification right before it would only race it.
      if (done <= last || done >= total) return;
      notify(done, words(done, total), total);
    },
  };
}

/** `nothing-there`: no such resource. `invalid`: a bad or refused request. `internal`: our fault. */
type RefusalKind = 'nothing-there' | 'invalid' | 'internal';

/**
 * The protocol error for a refused request other than a tool call, in the words of our catalogue. The eras number
 * errors differently, so the adapter supplies the number.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly view: SpokenView | undefined;

  constructor(kind: RefusalKind, message: string, view?: SpokenView) {
    super(message);
    this.kind = kind;
    this.view = view;
  }
}

/** Runs a handler; both libraries take code, message and data from the thrown error. @param codes of JSON-RPC */
export const coding =
  (codes: Readonly<Record<RefusalKind, number>>) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      const { kind, message, view } = thrown instanceof Refusal ? thrown : new Refusal('internal', 'Internal error');
      throw Object.assign(new Error(message), { code: codes[kind], ...(view === undefined ? {} : { data: view }) });
    }
  };

/** Any thrown value as a refusal; an unexpected one is described only in the log. */
export function toRefusal(thrown: unknown, redact: (text: string) => string, log: Log): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const error = toCountersignError(thrown);
  if (error.code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
  const view = modelView(error, redact);
  // Some hosts show only the message.
  const link = view.signUrl === undefined ? '' : ` signUrl: ${view.signUrl}`;
  return new Refusal(kindOf(error), `${view.message} ${view.remedy}${link}`, view);
}

function kindOf({ code }: CountersignError): RefusalKind {
  if (code === 'HANDLE_NOT_FOUND') return 'nothing-there';
  return code === 'INTERNAL' ? 'internal' : 'invalid';
}
