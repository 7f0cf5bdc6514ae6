/** What went wrong between this service and its Stellar RPC, in words that repeat nothing of the address or the answer. */
import * as z from 'zod';

export type RpcTrouble = {
  readonly text: string;
  /** Whether the same question may be answered soon. */
  readonly passing: boolean;
  /** As the RPC asked for it. */
  readonly retryAfterMs?: number;
  /** The error code of JSON-RPC, where it was one. */
  readonly code?: number;
};

export const INVALID_PARAMS = -32602;

/** Of JSON-RPC: the question itself is at fault, and will be the next time too. */
const LASTING_CODES: readonly number[] = [-32700, -32600, -32601, INVALID_PARAMS];
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** How the SDK throws an error of JSON-RPC: as it came. */
const rpcErrorSchema = z.object({ code: z.number() });
/** How it throws a status that is no success. */
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
  // These are the words of Node's fetch, for a connection that was not made and for one that broke.
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
