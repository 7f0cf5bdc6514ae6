/** Failures of the Stellar RPC, in words that repeat nothing of its address or its answer. */
import * as z from 'zod';

export type RpcTrouble = {
  readonly text: string;
  /** Whether a retry may succeed soon. */
  readonly passing: boolean;
  /** The pause that the RPC asked for. */
  readonly retryAfterMs?: number;
  /** The error code of JSON-RPC, where it was one. */
  readonly code?: number;
};

export const INVALID_PARAMS = -32602;

/** JSON-RPC codes of an invalid request, which a retry would not fix. */
const LASTING_CODES: readonly number[] = [-32700, -32600, -32601, INVALID_PARAMS];
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** A JSON-RPC error, as the SDK throws it. */
const rpcErrorSchema = z.object({ code: z.number() });
/** A failed HTTP status, as the SDK throws it. */
const statusSchema = z.object({ response: z.object({ status: z.number(), headers: z.instanceof(Headers) }) });

export function rpcTrouble(thrown: unknown): RpcTrouble {
  const status = statusSchema.safeParse(thrown);
  if (status.success) return ofStatus(status.data.response);
  if (!(thrown instanceof Error)) {
    const rpcError = rpcErrorSchema.safeParse(thrown);
    if (!rpcError.success) return UNREADABLE;
    const { code } = rpcError.data;
    return { text: `its RPC answered with error ${code}`, passing: !LASTING_CODES.includes(code), code };
  }
  if (thrown.name === 'TimeoutError' || thrown.message.startsWith('timeout of')) {
    return { text: 'its RPC did not answer in time', passing: true };
  }
  // The messages of Node's fetch for a failed connection and for a broken one.
  if (thrown.message === 'fetch failed' || thrown.message === 'terminated') {
    return { text: 'there is no connection to its RPC', passing: true };
  }
  return UNREADABLE;
}

const UNREADABLE: RpcTrouble = { text: 'its RPC answered something unreadable', passing: false };

function ofStatus({ status, headers }: { readonly status: number; readonly headers: Headers }): RpcTrouble {
  const seconds = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return {
    text: `its RPC answered with HTTP status ${status}${advice(status)}`,
    passing: status >= 500 || PASSING_STATUSES.includes(status),
    ...(seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1_000 }),
  };
}

function advice(status: number): string {
  if (status === 429) return ' (too many requests); ask again later';
  if (status === 401 || status === 403) return '; the operator should check the key in STELLAR_RPC_URL';
  if (status < 400)
    return ' (a redirect, which is not followed); the operator should set STELLAR_RPC_URL to where it leads';
  return '';
}
