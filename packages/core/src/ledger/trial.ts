/** Simulates a deploy to see if its address is free: unlike reading entries, that also finds an archived contract. */
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { Trial } from './ledger.ts';
import { ledgerNumber } from './stellar-rpc.ts';

/** The error of creating a contract at an occupied address; a host error, which no contract can forge. */
const OCCUPIED = /^HostError: Error\(Storage, ExistingValue\)/;

const answerSchema = z.object({
  latestLedger: ledgerNumber,
  error: z.string().optional(),
  results: z.array(z.unknown()).optional(),
  /** Entries to restore first. A contract in the way would have been an error instead. */
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
