/** Many balances: split into requests, and around an address that spoils its batch. */
import { type CountersignError, type ErrorCode, toCountersignError } from '../errors.ts';
import { matchEntries } from './balance-entries.ts';
import type { BalanceEntry } from './escrow-service.ts';
import { replyError } from './failure.ts';
import type { Exchange, Reply } from './http.ts';
import { balancesReplySchema, parseReply } from './parse-reply.ts';
import { MAX_ADDRESSES } from './wire.ts';

/** Exactly what it takes to find one culprit among 20 by halving. */
const MAX_EXTRA_REQUESTS = 10;

type Ask = (addresses: readonly string[]) => Promise<Exchange>;

/** These end the whole call. */
const FATAL: readonly ErrorCode[] = ['CANCELLED', 'INTERNAL', 'SERVICE_UNAUTHORIZED', 'SIGNER_NOT_FOUND'];
/** After these there is no use in asking for the next batch. */
const FINAL: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVICE_TIMEOUT', 'SERVICE_UNREACHABLE'];

/**
 * One entry for each of `addresses`, in their order. Where a batch fails as a whole its addresses are named as not
 * read, so that a long read that is cut short still gives what was read.
 * @throws CountersignError if nothing at all could be read, if the call was cancelled, or if the credentials or
 *   the signer are refused
 */
export async function getBalances(
  signer: string,
  addresses: readonly string[],
  ask: Ask,
  onProgress?: (done: number, total: number) => void,
): Promise<readonly BalanceEntry[]> {
  const wanted = [...new Set(addresses)];
  const entries = new Map<string, BalanceEntry>();
  const keep = (read: readonly BalanceEntry[]) => {
    for (const entry of read) entries.set(entry.address, entry);
    onProgress?.(entries.size, wanted.length);
  };
  const unread = new Map<string, BalanceEntry>();
  let failure: CountersignError | undefined;
  for (let at = 0; at < wanted.length; at += MAX_ADDRESSES) {
    const batch = wanted.slice(at, at + MAX_ADDRESSES);
    try {
      if (failure === undefined || !FINAL.includes(failure.code)) await readBatch(signer, batch, ask, keep);
    } catch (thrown) {
      failure = toCountersignError(thrown);
      if (FATAL.includes(failure.code)) throw failure;
    }
    for (const address of batch) unread.set(address, { address, error: `Not read. ${failure?.message ?? ''}`.trim() });
  }
  if (entries.size === 0 && failure !== undefined) throw failure;
  return addresses.map((address) => (entries.get(address) ?? unread.get(address)) as BalanceEntry);
}

async function readBatch(
  signer: string,
  batch: readonly string[],
  ask: Ask,
  keep: (read: readonly BalanceEntry[]) => void,
): Promise<void> {
  const groups: (readonly string[])[] = [batch];
  // Larger groups first, so that the requests there are answer as many addresses as they can.
  for (let requests = 0; groups.length > 0 && requests <= MAX_EXTRA_REQUESTS; requests++) {
    const group = groups.shift() as readonly string[];
    const reply = await ask(group);
    if (reply.kind === 'failed') throw reply.error;
    if (reply.status >= 200 && reply.status < 300) {
      keep(matchEntries(group, parseReply(reply, balancesReplySchema)));
      continue;
    }
    const error = replyError(reply, signer);
    if (!blamesAnAddress(reply, error)) throw error;
    if (group.length === 1) keep(group.map((address) => ({ address, error: refusal(reply, error) })));
    else {
      const middle = Math.ceil(group.length / 2);
      groups.push(group.slice(0, middle), group.slice(middle));
    }
  }
  for (const group of groups) {
    const error =
      'Not read. The escrow service refused it together with others, and too many were at fault to tell which.';
    keep(group.map((address) => ({ address, error })));
  }
}

/** Whether one address may have spoilt the whole request: then asking for fewer can help. */
function blamesAnAddress({ status, body }: Reply, error: CountersignError): boolean {
  if (error.code === 'SIGNER_NOT_FOUND') return false;
  if (body.kind === 'unreadable' && body.html) return false;
  return status === 400 || status === 404 || (status === 500 && body.kind === 'json');
}

/** The service's own words stay out: an entry has no place where they would be labelled. */
function refusal({ status }: Reply, { detail = '' }: CountersignError): string {
  return status === 404 || /\bnot found\b/i.test(detail)
    ? 'The escrow service knows no escrow at this address.'
    : `The escrow service refused to read this address (status ${status}).`;
}
