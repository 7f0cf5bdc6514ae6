/**
 * What a service says became of a sent transaction. Once it was sent on, nothing that a service answers proves that
 * the ledger refused it: it may have forwarded it and say otherwise, and a title that a stranger wrote may stand in
 * its words. So a success is what the service says, and everything else is unknown.
 */
import type { CountersignError } from '../../../errors/errors.ts';
import { cleanLine } from '../../../text/text.ts';
import type { SendOutcome, Unclear } from '../../escrow-service.ts';
import { isSuccess, replyError } from '../../http/failure.ts';
import type { Exchange, Reply } from '../../http/http.ts';
import { serviceWords } from '../../http/service-words.ts';
import { sendReplySchema } from './reply-schemas.ts';

/**
 * @param errorOf what a reply that is no success tells a person to do
 * @throws CountersignError where the transaction was certainly not sent on, so that sending again is safe
 */
export function sendOutcome(exchange: Exchange, errorOf: (reply: Reply) => CountersignError = replyError): SendOutcome {
  if (exchange.kind === 'failed') {
    if (!exchange.sent) throw exchange.error;
    return { kind: 'unknown', because: becauseOf(exchange.error) };
  }
  if (isSuccess(exchange)) return acceptedOr(exchange);
  const problem = errorOf(exchange);
  return { kind: 'unknown', because: becauseOf(problem), problem, ...said(exchange) };
}

const becauseOf = ({ code, message, remedy }: CountersignError): Unclear => ({ code, message, remedy });

function acceptedOr(reply: Reply): SendOutcome {
  const parsed = reply.body.kind === 'json' ? sendReplySchema.safeParse(reply.body.value) : undefined;
  if (!parsed?.success) return { kind: 'unknown', because: 'unclear-answer', ...said(reply) };
  const { contractId, escrow } = parsed.data;
  return {
    kind: 'accepted',
    ...said(reply),
    ...(contractId === undefined ? {} : { contractId }),
    ...(escrow === undefined ? {} : { escrow }),
  };
}

function said(reply: Reply): { readonly detail?: string } {
  const words = reply.body.kind === 'json' ? cleanLine(serviceWords(reply.body.value), 300) : '';
  return words === '' ? {} : { detail: words };
}
