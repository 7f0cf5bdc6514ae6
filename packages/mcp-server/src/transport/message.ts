/** One JSON-RPC message: read in the form that both libraries accept, its protocol version read from it, and errors made safe on their way out. */
import { redactStrings } from '@countersign/core/secrets';
import { type Fields, isObject } from '@countersign/core/text/fields';

export type Id = string | number;

/** A request, a notification or a response, in the form that both libraries accept. */
export type Message = {
  readonly jsonrpc: '2.0';
  readonly id?: Id;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** The largest accepted input (220,000 characters), and as much again for JSON escapes. */
export const MAX_MESSAGE_BYTES = 512 * 1_024;
/** From JSON-RPC. */
export const INVALID_REQUEST = -32_600;
export const PARSE_ERROR = -32_700;

export const TOO_LARGE = `The message has more than ${MAX_MESSAGE_BYTES / 1_024} kB, and was not read. Send less: the largest transaction (XDR) has 176,128 characters.`;
export const NO_REQUEST =
  'This is not a request as JSON-RPC 2.0 has it: "method" must be a string and "params" an object, and nothing else may stand beside them.';

export const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value);

/** Nothing for invalid JSON: the parser's error would quote it, and it may hold a secret. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a message without what counts as left out. */
export function fieldsIn(parsed: unknown): Fields | undefined {
  if (!isObject(parsed)) return undefined;
  return isObject(parsed['params'])
    ? { ...parsed, params: leftOut(parsed['params'], ['arguments', '_meta']) }
    : leftOut(parsed, ['params']);
}

/** Some hosts write null for an omitted field. */
function leftOut(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !names.includes(name)));
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

export function isMessage(fields: Fields): fields is Message {
  const { jsonrpc, id, method, params } = fields;
  if (jsonrpc !== '2.0' || (id !== undefined && !isId(id))) return false;
  if (method === undefined) return isObject(fields['result']) || isObject(fields['error']);
  if (typeof method !== 'string' || !Object.keys(fields).every((name) => REQUEST_FIELDS.has(name))) return false;
  if (params === undefined) return true;
  if (!isObject(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  return isObject(meta) && (meta['progressToken'] === undefined || isId(meta['progressToken']));
}

/** `2025`: revisions up to 2025-11-25, which begin with `initialize`. `2026`: 2026-07-28 and later. */
export type Era = '2025' | '2026';

/** From 2026-07-28, every request names its revision here. */
const REVISION = 'io.modelcontextprotocol/protocolVersion';

/** A host's first message shows which era of the protocol it speaks. */
export function eraOf({ method, params }: Message): Era {
  const meta = params?.['_meta'];
  const isNamed = typeof meta === 'object' && meta !== null && REVISION in meta;
  return method === 'server/discover' || isNamed ? '2026' : '2025';
}

const INVALID_PARAMS = -32_602;
/** How zod's list of issues begins as text: it helps no one, and its paths repeat names that were sent. */
const DUMP = '[\n  {';

type ErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown };

/** The libraries send some errors before our code has seen the request. @returns the message itself if it is not an error */
export function withSafeError(message: object, redact: (text: string) => string): object {
  if (!('error' in message)) return message;
  const error = message.error as ErrorObject;
  return error.message.includes(DUMP)
    ? { ...message, error: { code: INVALID_PARAMS, message: 'The parameters are not valid.' } }
    : { ...message, error: redactStrings(error, redact) };
}

type Sending<Sent extends object, MoreOptions> = { send(message: Sent, options?: MoreOptions): Promise<void> };

/** Passes every error that leaves by this transport through `withSafeError`. */
export function makeErrorsSafe<Sent extends object, MoreOptions>(
  transport: Sending<Sent, MoreOptions>,
  redact: (text: string) => string,
): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withSafeError(message, redact) as Sent, options);
}
