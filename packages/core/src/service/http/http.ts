/** One HTTP request and its result. Nothing here throws: a failure is a value that says how far the request got. */
import { CountersignError } from '../../errors/errors.ts';
import { type ReplyBody, readBody } from './reply-body.ts';

/** The `Retry-After` header (RFC 9110, 10.2.3) in both of its forms. */

/** Longer values are ignored: one wrong header could silence us for days. */
const LONGEST_MS = 10 * 60_000;

const SECONDS = /^\d{1,9}$/;
/** IMF-fixdate, the one form of date that may be sent. */
const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds to wait from `now` (epoch milliseconds), 0 or more; undefined where the header is absent or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS);
  const date = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), LONGEST_MS);
}

export type WireRequest = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query, to follow the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Reply = {
  readonly kind: 'reply';
  readonly status: number;
  readonly body: ReplyBody;
  /** How long the server asked us to wait, from now. */
  readonly retryAfterMs: number | undefined;
  /** The service's clock minus ours, as far as it cannot be explained by the time the request took. */
  readonly clockSkewMs: number;
};

type Failure = {
  readonly kind: 'failed';
  /** `connection`: may be retried. `ended`: out of time, cancelled, or the answer is not HTTP. */
  readonly cause: 'connection' | 'ended';
  /** Whether even one byte of the request may have left this machine. */
  readonly sent: boolean;
  readonly error: CountersignError;
};

export type Exchange = Reply | Failure;

export type HttpOptions = {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
};

/**
 * `signal` aborts with the CountersignError to report; `timeoutMs` bounds the whole exchange, body included.
 * Redirects are not followed: credentials go only to the configured host.
 */
export async function exchange(
  request: WireRequest,
  options: HttpOptions,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Exchange> {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(new CountersignError('SERVICE_TIMEOUT')), timeoutMs);
  const either = AbortSignal.any([signal, slow.signal]);
  const startedAt = options.now();
  try {
    const response = await options.fetch(options.baseUrl + request.path, {
      method: request.method,
      redirect: 'manual',
      signal: either,
      ...content(request),
    });
    const endedAt = options.now();
    const body = await readBody(response, either);
    return {
      kind: 'reply',
      status: response.status,
      body,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), endedAt),
      clockSkewMs: clockSkew(response.headers.get('date'), startedAt, endedAt),
    };
  } catch (thrown) {
    if (either.aborted) return { kind: 'failed', cause: 'ended', sent: true, error: either.reason };
    return connectionFailure(thrown);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The body is a stream of known length: after a 421, fetch itself would send a body in memory a second time (the fetch
 * standard, HTTP-network-or-cache fetch), but a transaction must be sent only once.
 */
function content({ headers, body }: WireRequest): RequestInit {
  if (body === undefined) return { headers };
  const blob = new Blob([body]);
  return { headers: { ...headers, 'Content-Length': String(blob.size) }, body: blob.stream(), duplex: 'half' };
}

/** TLS failed before any request was sent. Source: Node's documentation of X509 error codes. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS_/;

/** The answer is not HTTP, so a retry would not help. Source: undici's errors. */
const NOT_HTTP = /HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH/;

function connectionFailure(thrown: unknown): Failure {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = property(cause, 'code');
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const message = 'The escrow service could not be connected to in time. Nothing was sent.';
    return { kind: 'failed', cause: 'ended', sent: false, error: new CountersignError('SERVICE_TIMEOUT', { message }) };
  }
  if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return { kind: 'failed', cause: 'ended', sent: true, error: new CountersignError('SERVICE_TIMEOUT') };
  }
  if (NOT_HTTP.test(`${property(cause, 'name')} ${code}`)) {
    const message = 'The escrow service’s reply is not HTTP as this client reads it.';
    const error = new CountersignError('SERVICE_REPLY_UNREADABLE', { message, cause });
    return { kind: 'failed', cause: 'ended', sent: true, error };
  }
  if (neverConnected(cause)) {
    return {
      kind: 'failed',
      cause: 'connection',
      sent: false,
      error: new CountersignError('SERVICE_UNREACHABLE', { cause }),
    };
  }
  const message = 'The connection to the escrow service broke before it answered.';
  const error = new CountersignError('SERVICE_UNREACHABLE', { message, cause });
  return { kind: 'failed', cause: 'connection', sent: true, error };
}

/** Whether it failed during name lookup, connecting or checking the certificate. */
function neverConnected(cause: unknown): boolean {
  // Node tries every address of a name; then the failures come as one AggregateError.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected);
  return (
    ['connect', 'getaddrinfo'].includes(property(cause, 'syscall')) || CERTIFICATE_CODE.test(property(cause, 'code'))
  );
}

function property(value: unknown, name: string): string {
  return String((value as Record<string, unknown> | null | undefined)?.[name] ?? '');
}

/** A `Date` header is cut to the second, and was written at some moment of the request. */
function clockSkew(header: string | null, startedAt: number, endedAt: number): number {
  const date = Date.parse(header ?? '');
  if (Number.isNaN(date)) return 0;
  if (date > endedAt) return date - endedAt;
  return Math.min(date + 1_000 - startedAt, 0);
}
