import { xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { History, Outcome } from './ledger.ts';
import type { Included } from './send-transaction.ts';
import { ledgerNumber } from './stellar-rpc.ts';

/** Epoch seconds, which the network writes as a text. */
const closeTime = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,11}$/)])
  .transform((time) => Number(time) * 1_000);

/** Reads the raw answer, without its details: those of a later protocol must not hide the outcome. */
const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('SUCCESS'), ledger: ledgerNumber }),
  z.object({ status: z.literal('FAILED'), ledger: ledgerNumber, resultXdr: z.string().optional().catch(undefined) }),
  z.object({
    status: z.literal('NOT_FOUND'),
    oldestLedger: ledgerNumber,
    latestLedger: ledgerNumber,
    oldestLedgerCloseTime: closeTime,
    latestLedgerCloseTime: closeTime,
  }),
]);
type Answer = z.output<typeof answerSchema>;
type NotFound = Extract<Answer, { readonly status: 'NOT_FOUND' }>;

/**
 * The reported range may include a ledger that was not searched, so a transaction that is not found is looked up again,
 * and only the range that both answers cover counts.
 * @throws Error of any kind where the answer is not one to this question
 */
export async function transactionOutcome(server: Server, hash: string): Promise<Outcome> {
  const first = await ask(server, hash);
  if (first.status !== 'NOT_FOUND') return foundIn(first);
  const second = await ask(server, hash);
  if (second.status !== 'NOT_FOUND') return foundIn(second);
  const { oldestLedger, latestLedger, oldest, latest } = shorter(historyIn(first), historyIn(second));
  return { kind: 'not-found', fromLedger: oldestLedger, toLedger: latestLedger, from: oldest, to: latest };
}

/** By one look, which proves nothing where it finds nothing. @throws Error as `transactionOutcome` */
export async function inclusionOf(server: Server, hash: string): Promise<Included | undefined> {
  const answer = await ask(server, hash);
  return answer.status === 'NOT_FOUND' ? undefined : foundIn(answer);
}

function foundIn(answer: Exclude<Answer, NotFound>): Included {
  const { ledger } = answer;
  return answer.status === 'SUCCESS'
    ? { kind: 'settled', ledger }
    : { kind: 'failed', code: codeOf(answer.resultXdr), ledger };
}

const NO_HASH = '0'.repeat(64);

/**
 * Asks for a transaction, since older servers report the times of their history nowhere else.
 * @throws Error of any kind where the RPC does not answer the question
 */
export async function readHistory(server: Server): Promise<History> {
  const answer = await ask(server, NO_HASH);
  if (answer.status !== 'NOT_FOUND') throw new TypeError('nobody’s transaction');
  return historyIn(answer);
}

function historyIn(answer: NotFound): History {
  return {
    oldestLedger: answer.oldestLedger,
    latestLedger: answer.latestLedger,
    oldest: answer.oldestLedgerCloseTime,
    latest: answer.latestLedgerCloseTime,
  };
}

export function shorter(one: History, other: History): History {
  return {
    oldestLedger: Math.max(one.oldestLedger, other.oldestLedger),
    latestLedger: Math.min(one.latestLedger, other.latestLedger),
    oldest: Math.max(one.oldest, other.oldest),
    latest: Math.min(one.latest, other.latest),
  };
}

const ask = async (server: Server, hash: string) => answerSchema.parse(await server._getTransaction(hash));

function codeOf(resultXdr = ''): string {
  try {
    return xdr.TransactionResult.fromXdr(resultXdr, 'base64').result.type;
  } catch {
    return 'txFailed';
  }
}
