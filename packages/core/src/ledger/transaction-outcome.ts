/** What became of a transaction, by Stellar RPC. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { Outcome } from './ledger.ts';

/** Epoch seconds, which the network writes as a text. */
const closeTime = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,11}$/)]).transform((time) => Number(time));

/** Its details are not needed, and a later protocol's must not hide what became of it; so the raw answer is read. */
const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('SUCCESS') }),
  z.object({ status: z.literal('FAILED'), resultXdr: z.string().optional() }),
  z.object({ status: z.literal('NOT_FOUND'), oldestLedgerCloseTime: closeTime, latestLedgerCloseTime: closeTime }),
]);

/**
 * An RPC looks for the transaction first and says its range of ledgers afterwards, so a ledger that it took in between
 * belongs to the range without having been looked into. What is not found is therefore looked for once more, and
 * counts for the range that was known before.
 * @param hash lower-case hex
 * @throws Error of any kind where the answer is not one to this question
 */
export async function transactionOutcome(server: Server, hash: string): Promise<Outcome> {
  const ask = async () => answerSchema.parse(await server._getTransaction(hash));
  const first = await ask();
  const found = first.status === 'NOT_FOUND' ? await ask() : first;
  if (found.status === 'SUCCESS') return { kind: 'settled' };
  if (found.status === 'FAILED') return { kind: 'failed', code: codeOf(found.resultXdr) };
  const to = first.status === 'NOT_FOUND' ? first.latestLedgerCloseTime : 0;
  return { kind: 'not-found', from: found.oldestLedgerCloseTime * 1_000, to: to * 1_000 };
}

function codeOf(resultXdr = ''): string {
  try {
    return xdr.TransactionResult.fromXdr(resultXdr, 'base64').result.type;
  } catch {
    return 'txFailed';
  }
}
