/** A Stellar RPC by the SDK's client, with limits that the client itself does not set. */
import { xdr } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';

/** For one answer, and for a question of the desk with every request that it needs. */
export const ANSWER_TIMEOUT_MS = 5_000;
/** Far above any honest answer: a transaction of the largest size with all that it changed takes a quarter of it. */
const MAX_ANSWER_BYTES = 4_000_000;

type Limits = { readonly timeoutMs?: number; readonly maxAnswerBytes?: number };

/**
 * @param rpcUrl https, or http on loopback (checked where settings are parsed)
 * @param limits on each answer of the RPC
 */
export function connectRpc(
  rpcUrl: string,
  { timeoutMs = ANSWER_TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES }: Limits = {},
): Server {
  const server = new Server(rpcUrl, { allowHttp: true });
  // The client ignores the `timeout` among its options (17.2.0). The address may contain a key, so no redirects.
  Object.assign(server.httpClient.defaults, {
    timeout: timeoutMs,
    maxRedirects: 0,
    maxContentLength: maxAnswerBytes,
  });
  return server;
}

/** The network keeps no entry above 64 KiB; as base64 that is a third more. */
const MAX_ENTRY_CHARACTERS = 100_000;
const entriesSchema = z.object({
  entries: z.array(z.object({ key: z.string(), xdr: z.string().max(MAX_ENTRY_CHARACTERS) })).max(1),
  latestLedger: z.int().positive(),
});

/**
 * One ledger entry; nothing where the network has none.
 *
 * The raw answer is read, since the client takes an answer without a list for one with an empty list, and "there is
 * none" must have been said.
 * @throws Error of any kind where the answer is not one to this question
 */
export async function readEntry(server: Server, key: xdr.LedgerKey): Promise<xdr.LedgerEntryData | undefined> {
  const { entries } = entriesSchema.parse(await server._getLedgerEntries(key));
  const [found] = entries;
  if (found === undefined) return undefined;
  if (found.key !== key.toXdr('base64')) throw new TypeError('the entry of another key');
  return xdr.LedgerEntryData.fromXdr(found.xdr, 'base64');
}
