/** Parameters of methods, and their errors. */
import * as z from 'zod';

export type Method = (params: unknown) => unknown;

/** Ledgers or transactions in one answer. */
const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** A caller's error; the caller sees its message. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const paramsError = (message: string) => new RpcError(INVALID_PARAMS, message);
/** The real server's error for ledgers and limits out of range. */
const requestError = (message: string) => new RpcError(INVALID_REQUEST, message);

/** Real servers can also return XDR as JSON; this one has only base64. */
export const xdrFormat = z.literal(['', 'base64'], { error: 'must be base64 here; json is not offered' }).nullish();

export const sequenceNumber = z.number().int().min(0).max(0xffff_ffff);

const pageParams = z.object({
  startLedger: sequenceNumber.optional(),
  pagination: z.object({ cursor: z.string().optional(), limit: z.number().int().min(0).optional() }).optional(),
  xdrFormat,
});

/** A page of ledgers or of transactions: from a ledger or from a cursor. @throws RpcError */
export function parsePage(params: unknown) {
  const { startLedger, pagination } = parse(pageParams, params);
  const limit = pagination?.limit || DEFAULT_PAGE;
  if (limit > MAX_PAGE) throw requestError(`limit must not exceed ${MAX_PAGE}`);
  const cursor = pagination?.cursor;
  if (cursor && startLedger) throw requestError('startLedger and cursor cannot both be set');
  return { startLedger: startLedger ?? 0, cursor, limit };
}

/** @throws RpcError that names the parameter */
export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw paramsError(`${issue?.path.join('.') || 'params'}: ${issue?.message}`);
}

/** @throws RpcError unless `ledger` exists here */
export function requireLedger(
  ledger: number,
  range: { readonly oldest: { readonly sequence: number }; readonly latest: { readonly sequence: number } },
): void {
  const { oldest, latest } = range;
  if (ledger >= oldest.sequence && ledger <= latest.sequence) return;
  throw requestError(`startLedger must be within the ledger range: ${oldest.sequence} - ${latest.sequence}`);
}
