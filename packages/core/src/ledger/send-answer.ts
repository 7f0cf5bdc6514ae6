/** What an answer of Stellar RPC to `sendTransaction` proves: that the transaction was not sent, or nothing. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { neverConnected } from '../errors/connection.ts';
import { CountersignError } from '../errors/errors.ts';
import { parseRetryAfter } from '../text/retry-after.ts';

/** It was not sent, unless an earlier sending of the same transaction was left open. */
export type NotSent = {
  readonly kind: 'not-sent';
  /**
   * `network`: the network refused the transaction itself. `busy`: it may be taken soon. `rpc`: the RPC does not take it
   * from us. `unreachable`: the RPC was not asked.
   */
  readonly because: 'network' | 'busy' | 'rpc' | 'unreachable';
  /** The network's result code, the HTTP status, or the error of JSON-RPC. */
  readonly answer?: string;
  readonly retryAfterMs?: number;
};

export type SendAnswer =
  | NotSent
  /** The RPC passed it on, now or before. */
  | { readonly kind: 'taken' }
  /** It may have been sent. */
  | { readonly kind: 'open' };

const TAKEN = { kind: 'taken' } as const;
const OPEN = { kind: 'open' } as const;
const notSent = (because: NotSent['because'], answer?: string): NotSent => ({
  ...{ kind: 'not-sent', because },
  ...(answer === undefined ? {} : { answer }),
});

const replySchema = z.object({
  status: z.string(),
  hash: z.string().optional(),
  errorResultXdr: z.string().optional().catch(undefined),
});

/** @param reply the result as the RPC sent it. @param hash of the transaction, lower-case hex */
export function readSendReply(reply: unknown, hash: string): SendAnswer {
  const { data } = replySchema.safeParse(reply);
  // An answer about another transaction proves nothing about this one.
  if (data?.hash !== undefined && data.hash.toLowerCase() !== hash) return OPEN;
  switch (data?.status) {
    case 'PENDING':
    case 'DUPLICATE':
      return TAKEN;
    case 'TRY_AGAIN_LATER':
      return notSent('busy', 'TRY_AGAIN_LATER');
    case 'ERROR':
      return notSent('network', resultCode(data.errorResultXdr));
    default:
      return OPEN;
  }
}

function resultCode(errorResultXdr = ''): string {
  try {
    return xdr.TransactionResult.fromXdr(errorResultXdr, 'base64').result.type;
  } catch {
    return 'ERROR';
  }
}

/** HTTP statuses with which no server has passed a request on. 408, 425 and 5xx may come from one behind it. */
const REFUSING_STATUSES: readonly number[] = [400, 401, 403, 404, 413];
/** Codes of JSON-RPC for a request that was not carried out: invalid, of no known method, or with invalid parameters. */
const REFUSING_CODES: readonly number[] = [-32600, -32601, -32602];
const INTERNAL_ERROR = -32603;

/** As the SDK's client throws it. */
const httpFailure = z.object({
  response: z.object({ status: z.number(), headers: z.instanceof(Headers), data: z.unknown() }),
});
const rpcError = z.object({ code: z.number() });
const rpcBody = z.object({ result: z.unknown().optional(), error: rpcError.optional().catch(undefined) });

/** @param thrown by the SDK's client. @param now epoch milliseconds */
export function readSendFailure(thrown: unknown, now: number): SendAnswer {
  // Our own quota: the request was not made.
  if (thrown instanceof CountersignError) return withRetryAfter(notSent('busy'), thrown.retryAfterMs);
  const http = httpFailure.safeParse(thrown);
  if (http.success) {
    const { status, headers, data } = http.data.response;
    if (isContradicted(data)) return OPEN;
    const answer = `HTTP ${status}`;
    if (REFUSING_STATUSES.includes(status)) return notSent('rpc', answer);
    if (status !== 429) return OPEN;
    return withRetryAfter(notSent('busy', answer), parseRetryAfter(headers.get('retry-after'), now));
  }
  if (thrown instanceof Error) return neverConnected(thrown.cause) ? notSent('unreachable') : OPEN;
  const error = rpcError.safeParse(thrown);
  if (!error.success || !REFUSING_CODES.includes(error.data.code)) return OPEN;
  return notSent('rpc', `JSON-RPC ${error.data.code}`);
}

/** Whether the body that comes with a refusing status is one of a request that was carried out, or may have been. */
function isContradicted(body: unknown): boolean {
  const { data } = rpcBody.safeParse(body);
  return data?.result !== undefined || data?.error?.code === INTERNAL_ERROR;
}

const withRetryAfter = (refusal: NotSent, retryAfterMs: number | undefined): NotSent =>
  retryAfterMs === undefined ? refusal : { ...refusal, retryAfterMs };
