/**
 * What a service says about a sent transaction. Nothing that it answers proves that the ledger refused the transaction:
 * the service may have forwarded it anyway, and its words may repeat a stranger's title. So a success is `accepted`, and
 * everything else is `unknown`.
 */
import type { CountersignError } from '../../../errors/errors.ts';
import { cleanLine } from '../../../text/text.ts';
import type { SendOutcome, Unclear } from '../../escrow-service.ts';
import { isSuccess, replyError } from '../../http/failure.ts';
import type { Exchange, Reply } from '../../http/http.ts';
import { serviceWords } from '../../http/service-words.ts';
import { sendReplySchema } from './reply-schemas.ts';

/**
 * @param errorOf the error for a failed reply
 * @throws CountersignError if the transaction was certainly not sent, so that sending it again is safe
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
