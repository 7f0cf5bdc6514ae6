/** Sends a signed transaction by Stellar RPC, once, and waits for its outcome. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import type { Outcome, Sent } from './ledger.ts';

const ASK_EVERY_MS = 500;
/** A used sequence number may have been used by this very transaction, which the RPC learns of a moment later. */
const WAIT_AFTER_BAD_SEQUENCE_MS = 2_000;

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
  const isRefused = reply?.status === 'ERROR' || reply?.status === 'TRY_AGAIN_LATER';
  const code = reply?.status === 'ERROR' ? (reply.errorResult?.result.type ?? 'txFailed') : undefined;
  const begun = performance.now();
  const wait = code === 'txBadSeq' ? WAIT_AFTER_BAD_SEQUENCE_MS : 0;
  for (;;) {
    const outcome = await outcomeOf(hash);
    if (outcome.kind === 'settled' || outcome.kind === 'failed') return outcome;
    // With any other answer, or none, the network may still have accepted it.
    if (isRefused && outcome.kind === 'not-found' && performance.now() - begun >= wait) {
      return code === undefined ? { kind: 'not-sent' } : { kind: 'refused', code };
    }
    if (isOver()) return { kind: 'unknown' };
    await sleep(ASK_EVERY_MS);
  }
}
