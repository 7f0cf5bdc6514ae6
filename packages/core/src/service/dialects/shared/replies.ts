/** What the replies of every dialect have in common. Unknown fields are kept: a service may send more than it must. */
import * as z from 'zod';
import type { CountersignError, UnreadBalance } from '../../../errors/errors.ts';
import { canonicalDecimal, expandJsonNumber, MAX_BASE_UNITS, toBaseUnits } from '../../../escrow/index.ts';
import { cleanLine } from '../../../text/text.ts';
import type { BalanceEntry, SendOutcome, Unclear } from '../../escrow-service.ts';
import type { Exchange, Reply } from '../../http/http.ts';
import { isSuccess, parseReply, replyError, serviceWords } from '../../http/read-reply.ts';
import type { BalancesReply } from '../dialect.ts';

export const success = z.literal('SUCCESS', { error: 'is not "SUCCESS"' });

export const builtReplySchema = z.looseObject(
  {
    status: success,
    unsignedTransaction: z.string({ error: 'is not a text' }).refine((text) => text !== '', 'is empty'),
  },
  { error: 'is not an object' },
);

/** @throws CountersignError */
export function readBuilt(
  reply: Reply,
  signer: string,
  errorOf: (reply: Reply, signer: string) => CountersignError = replyError,
  schema: z.ZodType<{ readonly unsignedTransaction: string }> = builtReplySchema,
): { readonly unsignedTransaction: string } {
  if (!isSuccess(reply)) throw errorOf(reply, signer);
  const { unsignedTransaction } = parseReply(reply, schema);
  return { unsignedTransaction };
}

/** The interface does not show this body; the fields are those that services are known to give. */
export const sendReplySchema = z.looseObject({
  status: success,
  message: z.string().optional().catch(undefined),
  contractId: z.string().optional().catch(undefined),
  escrow: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Entries are parsed one by one, so that an invalid one affects only itself. */
export const listReplySchema = z.array(z.unknown(), { error: 'is not a list' });

/** @throws CountersignError that applies to every address */
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

/** One entry for each address. The service may answer in another order, twice, not at all, or with other addresses. */
export function matchEntries(addresses: readonly string[], reply: readonly unknown[]): BalanceEntry[] {
  const found = new Map<string, BalanceEntry>();
  for (const item of reply) {
    const { success, data } = entrySchema.safeParse(item);
    if (!success) continue;
    const entry = readEntry(data.address, data.balance);
    const earlier = found.get(data.address);
    found.set(data.address, earlier === undefined ? entry : reconcile(earlier, entry));
  }
  return addresses.map((address) => found.get(address) ?? { address, unread: { code: 'NOT_NAMED', params: {} } });
}

/**
 * Nothing that a service answers proves that the ledger refused the transaction: a success is `accepted`, and everything
 * else is `unknown`.
 * @throws CountersignError if the transaction was certainly not sent, so that sending it again is safe
 */
export function sendOutcome(exchange: Exchange, errorOf: (reply: Reply) => CountersignError = replyError): SendOutcome {
  if (exchange.kind === 'failed') {
    if (!exchange.sent) throw exchange.error;
    return { kind: 'unknown', because: becauseOf(exchange.error) };
  }
  if (isSuccess(exchange)) return acceptedOr(exchange);
  const problem = errorOf(exchange);
  return { kind: 'unknown', because: becauseOf(problem), problem, ...detailOf(exchange) };
}

const becauseOf = ({ code, message, remedy }: CountersignError): Unclear => ({ code, message, remedy });

function acceptedOr(reply: Reply): SendOutcome {
  const parsed = reply.body.kind === 'json' ? sendReplySchema.safeParse(reply.body.value) : undefined;
  if (!parsed?.success) return { kind: 'unknown', because: 'unclear-answer', ...detailOf(reply) };
  const { contractId, escrow } = parsed.data;
  return {
    kind: 'accepted',
    ...detailOf(reply),
    ...(contractId === undefined ? {} : { contractId }),
    ...(escrow === undefined ? {} : { escrow }),
  };
}

function detailOf(reply: Reply): { readonly detail?: string } {
  const words = reply.body.kind === 'json' ? cleanLine(serviceWords(reply.body.value), 300) : '';
  return words === '' ? {} : { detail: words };
}

const entrySchema = z.looseObject({ address: z.string(), balance: z.unknown().optional() });

function readEntry(address: string, balance: unknown): BalanceEntry {
  const exact =
    typeof balance === 'number'
      ? expandJsonNumber(String(balance))
      : typeof balance === 'string'
        ? canonicalDecimal(balance)
        : undefined;
  if (exact === undefined) return { address, unread: { code: 'NOT_A_NUMBER', params: {} } };
  if (exact.startsWith('-')) return { address, unread: { code: 'NEGATIVE', params: {} } };
  if (isBeyondAnyToken(exact)) return { address, unread: { code: 'BEYOND_ANY_TOKEN', params: {} } };
  return { address, balance: exact };
}

/** Whether an amount is larger than any token can be: base units are an i128, whatever the decimals. */
function isBeyondAnyToken(balance: string): boolean {
  const decimals = balance.split('.')[1]?.length ?? 0;
  return decimals > MOST_DECIMALS || (toBaseUnits(balance, decimals) as bigint) > MAX_BASE_UNITS;
}

/** With more decimals, not even one whole token would fit into an i128. */
const MOST_DECIMALS = 38;

function reconcile(one: BalanceEntry, other: BalanceEntry): BalanceEntry {
  if ('unread' in one || 'unread' in other) return 'unread' in one ? one : other;
  if (one.balance === other.balance) return one;
  return { address: one.address, unread: { code: 'TWO_BALANCES', params: {} } };
}
