/** Sends a signed transaction to the network and waits for its outcome. */
import { FeeBumpTransaction, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Api } from '@stellar/stellar-sdk/rpc';
import { ask, beginCall, type Call, pause } from './call.ts';
import type { EscrowNetwork } from './network.ts';
import { awaitOutcome, earlierOutcome } from './outcome.ts';
import { NetworkTrouble, Refusal, unreadable } from './refusal.ts';
import { refusalOf } from './refusal-text.ts';
import { INVALID_PARAMS } from './rpc-trouble.ts';

/** How often to look for the outcome after txBadSeq: the same transaction may just have used the number. */
const LOOKS_AFTER_BAD_SEQUENCE = 3;

/**
 * Sends it and waits for its outcome.
 * @throws Refusal | NetworkTrouble
 */
export async function settleSigned(on: EscrowNetwork, transaction: Transaction): Promise<void> {
  const call = beginCall(on, on.patience.sendMs);
  const hash = Buffer.from(transaction.hash()).toString('hex');
  const sent = await submit(call, transaction);
  switch (sent.status) {
    case 'PENDING':
    case 'DUPLICATE': {
      const maxTime = Number(transaction.timeBounds?.maxTime ?? 0);
      return await awaitOutcome(call, { hash, maxTime, ledger: sent.latestLedger });
    }
    case 'ERROR': {
      // If the network settled it already, sending it again gives txBadSeq.
      const looks = sent.errorResult?.result.type === 'txBadSeq' ? LOOKS_AFTER_BAD_SEQUENCE : 1;
      if (await earlierOutcome(call, hash, looks)) return;
      throw refusalOf(sent.errorResult, sent.diagnosticEvents);
    }
    case 'TRY_AGAIN_LATER': {
      if (await earlierOutcome(call, hash, 1)) return;
      throw new NetworkTrouble('The network is busy and did not take the transaction; send the same signed XDR again');
    }
    default:
      throw unreadable();
  }
}

/** Sends it, with retries while the network is busy. It has the same hash each time, so it is included only once. */
async function submit(call: Call, transaction: Transaction): Promise<Api.SendTransactionResponse> {
  for (let tries = 0; ; tries++) {
    const sent = await ask(call, (rpc) => rpc.sendTransaction(transaction)).catch((error: Error) => {
      // The RPC could not parse it, so nothing was sent.
      if ((error.cause as { readonly code?: number } | undefined)?.code === INVALID_PARAMS) {
        throw new Refusal('signedXdr is not a transaction that the network can read');
      }
      throw error;
    });
    const ms = call.patience.pausesMs[tries];
    if (sent.status !== 'TRY_AGAIN_LATER' || ms === undefined || !(await pause(call, ms))) return sent;
  }
}

/** @throws Refusal where it is not a transaction that can be sent here */
export function readSigned(signedXdr: string, passphrase: string): Transaction {
  let transaction: ReturnType<typeof TransactionBuilder.fromXdr>;
  try {
    transaction = TransactionBuilder.fromXdr(signedXdr, passphrase);
  } catch {
    throw new Refusal('signedXdr is not a transaction in base64 XDR');
  }
  if (transaction instanceof FeeBumpTransaction) throw new Refusal('signedXdr is a fee bump, which is not taken here');
  return transaction;
}
