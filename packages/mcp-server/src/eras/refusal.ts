/**
 * The protocol error for a refused request other than a tool call, in the words of our catalogue. The eras number
 * errors differently, so the adapter supplies the number.
 */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { SpokenView } from '@countersign/core/words/problems';
import { modelView } from '../error-view.ts';

/** `nothing-there`: no such resource. `invalid`: a bad or refused request. `internal`: our fault. */
export type RefusalKind = 'nothing-there' | 'invalid' | 'internal';

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly view: SpokenView | undefined;

  constructor(kind: RefusalKind, message: string, view?: SpokenView) {
    super(message);
    this.kind = kind;
    this.view = view;
  }
}

/** The error codes of JSON-RPC and of the protocol, by meaning. */
export type RefusalCodes = Readonly<Record<RefusalKind, number>>;

/** Runs a handler; both libraries take code, message and data from the thrown error. */
export const coding =
  (codes: RefusalCodes) =>
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
