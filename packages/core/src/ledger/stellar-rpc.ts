/** A Stellar RPC by the SDK's client, with limits that the client itself does not set. */
import { xdr } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import { type Entries, entriesOf, type FoundEntry, keyOf, textOf } from './entry-keys.ts';

/** For one answer, and for one question of the desk including all its requests. */
export const ANSWER_TIMEOUT_MS = 5_000;
/** Four times the largest honest answer: a transaction of maximum size with all its changes. */
const MAX_ANSWER_BYTES = 4_000_000;

/** Makes a request when it may be made. @throws CountersignError where it was not made: its turn would come too late */
export type Pace = <T>(method: string, request: () => Promise<T>) => Promise<T>;

type Limits = {
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** Default: at once. */
  readonly pace?: Pace | undefined;
};

/** @param rpcUrl https, or http on loopback (checked where settings are parsed). @param limits on each answer */
export function connectRpc(
  rpcUrl: string,
  { timeoutMs = ANSWER_TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES, pace }: Limits = {},
): Server {
  const server = new Server(rpcUrl, { allowHttp: true });
  // The client ignores the `timeout` among its options (17.2.0). The address may contain a key, so no redirects.
  Object.assign(server.httpClient.defaults, {
    timeout: timeoutMs,
    maxRedirects: 0,
    maxContentLength: maxAnswerBytes,
  });
  if (pace !== undefined) {
    const { httpClient } = server;
    const post = httpClient.post.bind(httpClient);
    httpClient.post = (url, body, config) => pace((body as { method: string }).method, () => post(url, body, config));
  }
  return server;
}

/** The network limits entries to 64 KiB, and code to 128 KiB; base64 makes that a third longer. */
const MAX_ENTRY_CHARACTERS = 100_000;
const MAX_CODE_CHARACTERS = 180_000;
/** The real server's limit for one request. */
const MAX_KEYS = 200;
export const ledgerNumber = z.int().positive();
const entriesSchema = z.object({
  entries: z.array(
    z.object({
      key: z.string(),
      xdr: z.string().max(MAX_CODE_CHARACTERS),
      lastModifiedLedgerSeq: ledgerNumber.optional(),
    }),
  ),
  latestLedger: ledgerNumber,
});

/**
 * Ledger entries from the raw answer: the client treats a missing list as an empty one, but absence must be stated.
 * @param groups keys of one request each, so that they are of one ledger; at most 200 in a group
 * @throws Error of any kind where the answer is not one to this question
 */
export async function readEntries(server: Server, groups: readonly (readonly xdr.LedgerKey[])[]): Promise<Entries> {
  const found = new Map<string, FoundEntry>();
  let ledger = Number.POSITIVE_INFINITY;
  for (const batch of requestsOf(groups)) {
    // All that the client does with a key is to encode it.
    const keys = [...batch].map((text) => ({ toXdr: () => text }) as unknown as xdr.LedgerKey);
    const { entries, latestLedger } = entriesSchema.parse(await server._getLedgerEntries(...keys));
    const wanted = new Set(batch);
    for (const { key, xdr: text, lastModifiedLedgerSeq: modified } of entries) {
      const data = xdr.LedgerEntryData.fromXdr(text, 'base64');
      if (text.length > MAX_ENTRY_CHARACTERS && data.type !== 'contractCode') throw new TypeError('a large entry');
      if (!wanted.delete(key) || keyOf(data) !== key) throw new TypeError('an entry that was not asked for');
      found.set(key, { data, modified });
    }
    ledger = Math.min(ledger, latestLedger);
  }
  return entriesOf(found, ledger);
}

/** @returns the keys of each request, as texts */
function requestsOf(groups: readonly (readonly xdr.LedgerKey[])[]): ReadonlySet<string>[] {
  const seen = new Set<string>();
  const requests: Set<string>[] = [];
  for (const group of groups) {
    const fresh = new Set(group.map(textOf).filter((text) => !seen.has(text)));
    const last = requests.at(-1);
    const request = last === undefined || last.size + fresh.size > MAX_KEYS ? new Set<string>() : last;
    if (fresh.size > 0 && request !== last) requests.push(request);
    for (const text of fresh) {
      seen.add(text);
      request.add(text);
    }
  }
  return requests;
}
