/** Sends a transaction by Stellar RPC, without the service. */
import { CountersignError } from '../../errors/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';

/**
 * The ledger is asked for the outcome afterwards, as for any other transaction.
 * @throws CountersignError SERVICE_UNREACHABLE where it was certainly not sent
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
    case 'refused':
      return { kind: 'unknown', because: 'rpc-refused', detail: sent.code };
    case 'not-sent':
      throw new CountersignError('SERVICE_UNREACHABLE', {
        message: 'Stellar RPC did not take the transaction. It was not sent.',
        remedy: 'Submit the same signed transaction again in a few seconds.',
      });
    case 'unknown':
      return { kind: 'unknown', because: 'rpc-silent' };
  }
}
