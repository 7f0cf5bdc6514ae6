/** Whether a deploy could still create its contract, by simulation: unlike its entries, that shows an archived one. */
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { Trial } from './ledger.ts';
import { ledgerNumber } from './stellar-rpc.ts';

/** What creates a contract at an occupied address ends with; the host's code, which no contract can make up. */
const OCCUPIED = /^HostError: Error\(Storage, ExistingValue\)/;

const answerSchema = z.object({
  latestLedger: ledgerNumber,
  error: z.string().optional(),
  results: z.array(z.unknown()).optional(),
  /** What must be restored first; a contract that is in the way would have been an error. */
  restorePreamble: z.unknown().optional(),
});

/** @throws Error of any kind where the RPC does not answer the question */
export async function tryDeploy(server: Server, unsignedXdr: string, passphrase: string): Promise<Trial> {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr, passphrase) as Transaction;
  const answer = answerSchema.parse(await server._simulateTransaction(transaction));
  return { address: addressIn(answer), ledger: answer.latestLedger };
}

function addressIn({ error, results, restorePreamble }: z.output<typeof answerSchema>): Trial['address'] {
  if (error !== undefined) return OCCUPIED.test(error) ? 'occupied' : 'unknown';
  return results?.length === 1 && restorePreamble === undefined ? 'free' : 'unknown';
}
