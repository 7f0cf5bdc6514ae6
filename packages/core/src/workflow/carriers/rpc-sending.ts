/** Sending by Stellar RPC, for every carrier that does not leave it to the escrow service. */
import { CountersignError } from '../../errors/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { NotSent } from '../../ledger/send-answer.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';

/**
 * The ledger is asked for the outcome afterwards, as for any other transaction.
 * @throws CountersignError where it was not sent: RPC_BUSY, RPC_REFUSED, RPC_UNREACHABLE; NETWORK_REFUSED,
 *   FEE_NOT_COVERED, TRANSACTION_EXPIRED, SEQUENCE_TAKEN
 */
export async function sendByRpc(
  ledger: Ledger,
  signedXdr: string,
  options: Parameters<Ledger['send']>[1],
): Promise<SendOutcome> {
  const sent = await ledger.send(signedXdr, options);
  switch (sent.kind) {
    case 'settled':
      return { kind: 'accepted' };
    case 'failed':
      return { kind: 'unknown', because: 'rpc-refused', detail: sent.code };
    case 'not-sent':
      throw notSentError(sent);
    case 'unknown':
      return { kind: 'unknown', because: 'rpc-silent' };
  }
}

function notSentError({ because, answer, retryAfterMs }: NotSent): CountersignError {
  const options = {
    ...(answer === undefined ? {} : { detail: answer }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  switch (because) {
    case 'busy':
      return new CountersignError('RPC_BUSY', options);
    case 'rpc':
      return new CountersignError('RPC_REFUSED', options);
    case 'unreachable':
      return new CountersignError('RPC_UNREACHABLE');
    case 'network':
      return refusedByNetwork(answer, options);
  }
}

function refusedByNetwork(code: string | undefined, options: { readonly detail?: string }): CountersignError {
  switch (code) {
    case 'txBadSeq':
      return new CountersignError('SEQUENCE_TAKEN');
    case 'txTooLate':
      return new CountersignError('TRANSACTION_EXPIRED');
    case 'txInsufficientBalance':
      return new CountersignError('FEE_NOT_COVERED');
    default:
      return new CountersignError('NETWORK_REFUSED', options);
  }
}

export function noAnswer(signal: AbortSignal | undefined): CountersignError {
  if (signal?.aborted) return new CountersignError('CANCELLED');
  return new CountersignError('RPC_UNREACHABLE');
}
