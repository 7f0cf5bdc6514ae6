/**
 * What a request other than a tool call is refused with: an error of the protocol, in the words of our catalogue. The
 * eras number them differently, so the number is the adapter's to give.
 */
import { type CountersignError, type ErrorView, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { modelView } from '../error-view.ts';

/** `nothing-there`: no such resource. `invalid`: it asks for what there is not, or is refused. `internal`: our fault. */
export type RefusalKind = 'nothing-there' | 'invalid' | 'internal';

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly view: ErrorView | undefined;

  constructor(kind: RefusalKind, message: string, view?: ErrorView) {
    super(message);
    this.kind = kind;
    this.view = view;
  }
}

/** The numbers of JSON-RPC and of the protocol, by what they say. */
export type RefusalCodes = Readonly<Record<RefusalKind, number>>;

/** Runs what answers a request; both libraries take number, message and data from what is thrown. */
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

/** Any thrown value as a refusal; what is not ours says nothing of its own, but for the log. */
export function toRefusal(thrown: unknown, redact: (text: string) => string, log: Log): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const error = toCountersignError(thrown);
  if (error.code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
  const view = modelView(error, redact);
  // Some hosts show the message alone.
  const link = view.signUrl === undefined ? '' : ` signUrl: ${view.signUrl}`;
  return new Refusal(kindOf(error), `${view.message} ${view.remedy}${link}`, view);
}

function kindOf({ code }: CountersignError): RefusalKind {
  if (code === 'HANDLE_NOT_FOUND') return 'nothing-there';
  return code === 'INTERNAL' ? 'internal' : 'invalid';
}
