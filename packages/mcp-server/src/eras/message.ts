/** One JSON-RPC message in the form that both libraries accept, and the error for an invalid one. */
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

export const TOO_LARGE = `The message has more than ${MAX_MESSAGE_BYTES / 1_024} kB, and was not read. Send less: the largest transaction (XDR) has 176,128 characters.`;
export const NO_REQUEST =
  'This is not a request as JSON-RPC 2.0 has it: "method" must be a string and "params" an object, and nothing else may stand beside them.';

export const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value);

/** Nothing for an invalid line: the parser's error would quote it, and it may hold a secret. */
export function parse(line: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isObject(parsed)) return undefined;
    return isObject(parsed['params'])
      ? { ...parsed, params: leftOut(parsed['params'], ['arguments', '_meta']) }
      : leftOut(parsed, ['params']);
  } catch {
    return undefined;
  }
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
