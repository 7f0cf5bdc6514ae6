/** A reply to a balance request: its entries, or whether a single address may have spoiled it. */
import type { CountersignError } from '../../../errors/errors.ts';
import { isSuccess } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';
import { parseReply } from '../../http/parse-reply.ts';
import type { BalancesReply } from '../dialect.ts';
import { matchEntries } from './balance-entries.ts';
import { listReplySchema } from './reply-schemas.ts';

/**
 * @param errorOf what a reply that is no success tells a person to do
 * @throws CountersignError that holds for every address
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
  return { kind: 'refused', problem: refusal(reply, error) };
}

/** Whether one address may have spoiled the whole request: then asking for fewer can help. */
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
