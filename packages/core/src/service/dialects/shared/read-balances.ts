/** Reads the reply to a balance request: its entries, or a refusal that one address may have caused. */
import type { CountersignError } from '../../../errors/errors.ts';
import type { UnreadBalance } from '../../../errors/unread-balance.ts';
import { isSuccess } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';
import { parseReply } from '../../http/parse-reply.ts';
import type { BalancesReply } from '../dialect.ts';
import { matchEntries } from './balance-entries.ts';
import { listReplySchema } from './reply-schemas.ts';

/**
 * @param errorOf the error for a failed reply
 * @throws CountersignError that applies to every address
 */
export function readBalances(
  reply: Reply,
  addresses: readonly string[],
  errorOf: (reply: Reply) => CountersignError,
): BalancesReply {
  if (isSuccess(reply)) {
    return { kind: 'entries', entries: matchEntries(addresses, parseReply(reply, listReplySchema)) };
  }
  const error = errorOf(reply);
  if (!blamesAnAddress(reply, error)) throw error;
  return { kind: 'refused', unread: refusal(reply, error) };
}

/** Whether one address may have made the whole request fail: then requesting fewer can help. */
function blamesAnAddress({ status, body }: Reply, error: CountersignError): boolean {
  if (error.code === 'SIGNER_NOT_FOUND') return false;
  if (body.kind === 'unreadable' && body.html) return false;
  return status === 400 || status === 404 || (status === 500 && body.kind === 'json');
}

/** Without the service's own words: an entry has no field that would label them. */
function refusal({ status }: Reply, { detail = '' }: CountersignError): UnreadBalance {
  return status === 404 || /\bnot found\b/i.test(detail)
    ? { code: 'NO_ESCROW', params: {} }
    : { code: 'REFUSED', params: { status } };
}
