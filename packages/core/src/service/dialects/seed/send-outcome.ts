/** What became of a sent transaction, as far as the answer proves it. */
import { cleanLine } from '../../../text/text.ts';
import type { RejectionReason, SendOutcome } from '../../escrow-service.ts';
import { isSuccess, replyError } from '../../http/failure.ts';
import type { Exchange, Reply } from '../../http/http.ts';
import { serviceWords } from '../../http/service-words.ts';
import { sendReplySchema } from './reply-schemas.ts';

/** Statuses that say that the service itself turned the request away, so that it was not sent on. */
const NOT_SENT: readonly number[] = [400, 401, 403, 429];

/** Statuses under which services report what the ledger said; the others come from what stands in between. */
const LEDGER_SPEAKS: readonly number[] = [400, 409, 422, 500];

/**
 * The fixed list of how a ledger's refusal reads: the result codes of Stellar in the spellings of Horizon, RPC
 * and the SDK, the host's contract errors, and the escrow contract's own words for a deploy.
 */
const REJECTIONS: readonly (readonly [RejectionReason, RegExp])[] = [
  ['bad-sequence', /\btx_?bad_?seq\b|\bbad sequence\b/i],
  ['too-late', /\btx_?too_?late\b/i],
  ['bad-auth', /\btx_?bad_?auth(?:_?extra)?\b|\bop_?bad_?auth\b/i],
  ['insufficient-balance', /\btx_?insufficient_?balance\b/i],
  ['contract-refused', /\bError\(Contract, ?#\d+\)|\binvoke_?host_?function_?trapped\b|\btx_?failed\b/i],
  ['contract-refused', /\bescrow (?:is )?already initiali[sz]ed\b|\bamount cannot be (?:equal to )?zero\b/i],
  ['contract-refused', /\bno milestones? defined\b|\btoo many milestones\b|\bplatform fee (?:is )?too high\b/i],
];

const MESSAGES: Readonly<Record<RejectionReason, string>> = {
  'bad-sequence':
    'The ledger refused the transaction: the account’s sequence number has moved on since it was prepared.',
  'too-late': 'The ledger refused the transaction: its time was over.',
  'bad-auth': 'The ledger refused the transaction: its signatures do not authorise it.',
  'insufficient-balance': 'The ledger refused the transaction: the account cannot pay for it.',
  'contract-refused': 'The escrow contract refused the call.',
};

/** @throws CountersignError where the transaction was certainly not sent on, so that sending again is safe */
export function sendOutcome(exchange: Exchange): SendOutcome {
  if (exchange.kind === 'failed') {
    if (!exchange.sent) throw exchange.error;
    return { kind: 'unknown', message: `${exchange.error.message} The transaction may have reached the ledger.` };
  }
  const { status } = exchange;
  if (isSuccess(exchange)) return settledOr(exchange);
  const rejected = rejection(exchange);
  if (rejected !== undefined) return rejected;
  if (NOT_SENT.includes(status)) throw replyError(exchange);
  return unknown(
    `The escrow service answered with status ${status}. The transaction may have reached the ledger.`,
    exchange,
  );
}

function settledOr(reply: Reply): SendOutcome {
  const parsed = reply.body.kind === 'json' ? sendReplySchema.safeParse(reply.body.value) : undefined;
  if (!parsed?.success) {
    return unknown('The escrow service took the transaction, but its answer does not say what became of it.', reply);
  }
  const { contractId, escrow } = parsed.data;
  return {
    kind: 'settled',
    message: 'The escrow service says that the transaction is settled.',
    ...said(reply),
    ...(contractId === undefined ? {} : { contractId }),
    ...(escrow === undefined ? {} : { escrow }),
  };
}

function rejection(reply: Reply): SendOutcome | undefined {
  if (reply.body.kind !== 'json' || !LEDGER_SPEAKS.includes(reply.status)) return undefined;
  const words = serviceWords(reply.body.value);
  const found = REJECTIONS.find(([, pattern]) => pattern.test(words));
  if (found === undefined) return undefined;
  return { kind: 'rejected', reason: found[0], message: MESSAGES[found[0]], ...said(reply) };
}

function unknown(message: string, reply: Reply): SendOutcome {
  return { kind: 'unknown', message, ...said(reply) };
}

function said(reply: Reply): { readonly detail?: string } {
  const words = reply.body.kind === 'json' ? cleanLine(serviceWords(reply.body.value), 300) : '';
  return words === '' ? {} : { detail: words };
}
