/** Sends a signed transaction by Stellar RPC, once, and waits for what becomes of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import type { Outcome, Sent } from './ledger.ts';

/** A ledger closes every five seconds or so. */
const ASK_EVERY_MS = 500;

/**
 * @param outcomeOf what the network says of a hash now
 * @param isOver whether no time is left to wait
 */
export async function sendTransaction(
  server: Server,
  signedXdr: string,
  passphrase: string,
  outcomeOf: (hash: string) => Promise<Outcome>,
  isOver: () => boolean,
): Promise<Sent> {
  const transaction = TransactionBuilder.fromXdr(signedXdr, passphrase) as Transaction;
  const hash = Buffer.from(transaction.hash()).toString('hex');
  const reply = await server.sendTransaction(transaction).catch(() => undefined);
  // The answer may have been lost after the network took it.
  const isTaken = reply === undefined || reply.status === 'PENDING' || reply.status === 'DUPLICATE';
  for (;;) {
    const outcome = await outcomeOf(hash);
    if (outcome.kind === 'settled') return outcome;
    if (outcome.kind === 'failed') return outcome;
    if (!isTaken && outcome.kind === 'not-found') {
      return reply.status === 'ERROR'
        ? { kind: 'refused', code: reply.errorResult?.result.type ?? 'txFailed' }
        : { kind: 'not-sent' };
    }
    if (isOver()) return { kind: 'unknown' };
    await sleep(ASK_EVERY_MS);
  }
}
