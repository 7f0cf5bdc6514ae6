/** One HTTP request and its result, and when to repeat it. Nothing here throws: a failure is a value that says how far the request got. */
import { neverConnected, property } from '../../errors/connection.ts';
import { CountersignError } from '../../errors/errors.ts';
import { parseRetryAfter } from '../../text/retry-after.ts';
import { parseExactJson } from './exact-json.ts';

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

/** `timeoutMs` bounds the whole exchange. Redirects are not followed: credentials go only to the configured host. */
export async function exchange(
  request: WireRequest,
  options: HttpOptions,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Exchange> {
  // Cheaper than AbortSignal.any and AbortSignal.timeout.
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(new CountersignError('SERVICE_TIMEOUT')), timeoutMs);
  const end = () => ended.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const startedAt = options.now();
  try {
    const response = await options.fetch(options.baseUrl + request.path, {
      method: request.method,
      redirect: 'manual',
      signal: ended.signal,
      ...content(request),
    });
    const endedAt = options.now();
    const body = await readBody(response, ended.signal);
    return {
      kind: 'reply',
      status: response.status,
      body,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), endedAt),
      clockSkewMs: clockSkew(response.headers.get('date'), startedAt, endedAt),
    };
  } catch (thrown) {
    if (ended.signal.aborted) return failure('ended', true, ended.signal.reason);
    return connectionFailure(thrown);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** A stream of known length: after a 421 fetch sends a body in memory again, but a transaction must go only once. */
function content({ headers, body }: WireRequest): RequestInit {
  if (body === undefined) return { headers };
  const blob = new Blob([body]);
  return { headers: { ...headers, 'Content-Length': String(blob.size) }, body: blob.stream(), duplex: 'half' };
}

/** The answer is not HTTP, so a retry would not help. Source: undici's errors. */
const NOT_HTTP = /HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH/;

function connectionFailure(thrown: unknown): Failure {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = property(cause, 'code');
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const message = 'The escrow service could not be connected to in time. Nothing was sent.';
    return failure('ended', false, new CountersignError('SERVICE_TIMEOUT', { message }));
  }
  if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return failure('ended', true, new CountersignError('SERVICE_TIMEOUT'));
  }
  if (NOT_HTTP.test(`${property(cause, 'name')} ${code}`)) {
    const message = 'The escrow service’s reply is not HTTP as this client reads it.';
    return failure('ended', true, new CountersignError('SERVICE_REPLY_UNREADABLE', { message, cause }));
  }
  if (neverConnected(cause))
    return failure('connection', false, new CountersignError('SERVICE_UNREACHABLE', { cause }));
  const message = 'The connection to the escrow service broke before it answered.';
  return failure('connection', true, new CountersignError('SERVICE_UNREACHABLE', { message, cause }));
}

const failure = (cause: Failure['cause'], sent: boolean, error: CountersignError): Failure => ({
  ...{ kind: 'failed', cause, sent, error },
});

/** A `Date` header is cut to the second, and was written at some moment of the request. */
function clockSkew(header: string | null, startedAt: number, endedAt: number): number {
  const date = Date.parse(header ?? '');
  if (Number.isNaN(date)) return 0;
  if (date > endedAt) return date - endedAt;
  return Math.min(date + 1_000 - startedAt, 0);
}

/** The largest body that is read, in bytes after decompression. Replies of this interface are a few kilobytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'unreadable';
      /** In our own words, to follow "the reply". */
      readonly problem: string;
      /** Whether it is a web page, so the answer came from a proxy or another server. */
      readonly html: boolean;
    }
  /** The connection ended in the middle of it. */
  | { readonly kind: 'broken-off' };

/** Reads at most MAX_BODY_BYTES. @throws the signal's reason if the request was aborted in the meantime */
async function readBody(response: Response, signal: AbortSignal): Promise<ReplyBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      // Returning cancels the stream, so the rest is neither received nor decompressed.
      if (length > MAX_BODY_BYTES) return unreadable(`is larger than ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch {
    signal.throwIfAborted();
    return { kind: 'broken-off' };
  }
  if (length === 0) return unreadable('is empty');
  return parseBody(Buffer.concat(chunks), response.headers.get('content-type') ?? '');
}

function parseBody(bytes: Uint8Array, contentType: string): ReplyBody {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return unreadable('is not text in the charset that it names');
  }
  try {
    return { kind: 'json', value: parseExactJson(text) };
  } catch {
    const html = /^\s*</.test(text) || /^text\/html/i.test(contentType);
    return unreadable(html ? 'is a web page, not JSON' : 'is not JSON', html);
  }
}

function unreadable(problem: string, html = false): ReplyBody {
  return { kind: 'unreadable', problem, html };
}

const MAX_TRIES = 4;

const FIRST_DELAY_MS = 500;
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/**
 * When to repeat a request, in milliseconds, after a broken connection, 502, 503, 504 and 429; undefined if not. After a
 * 429 the quota holds back every request, so no delay is added here.
 * @param tries how often it was made
 */
export function retryDelay(last: Exchange, tries: number): number | undefined {
  if (tries === MAX_TRIES) return undefined;
  if (last.kind === 'failed') return last.cause === 'connection' ? backoff(tries) : undefined;
  if (last.status === 429) return 0;
  // A delay that the server asked for is not randomised.
  if (PASSING_STATUSES.includes(last.status)) return last.retryAfterMs ?? backoff(tries);
  return last.body.kind === 'broken-off' && last.status < 300 ? backoff(tries) : undefined;
}

/** 0.5 s, 1 s, 2 s, each minus a random part of up to half, so that many clients do not retry together. */
function backoff(tries: number): number {
  return FIRST_DELAY_MS * 2 ** (tries - 1) * (1 - Math.random() / 2);
}
