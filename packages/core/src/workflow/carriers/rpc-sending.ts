/** Sending by Stellar RPC, for every carrier that does not leave it to the escrow service. */
import { CountersignError, type ErrorCode } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
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
  if (because === 'unreachable') return new CountersignError('RPC_UNREACHABLE');
  const meant = because === 'network' ? NETWORK_REFUSALS.get(answer) : undefined;
  if (meant !== undefined) return new CountersignError(meant);
  const code = ({ busy: 'RPC_BUSY', rpc: 'RPC_REFUSED', network: 'NETWORK_REFUSED' } as const)[because];
  return new CountersignError(code, { detail: answer, retryAfterMs });
}

/** The network's result codes that mean something to a person. */
const NETWORK_REFUSALS = new Map<string | undefined, ErrorCode>([
  ['txBadSeq', 'SEQUENCE_TAKEN'],
  ['txTooLate', 'TRANSACTION_EXPIRED'],
  ['txInsufficientBalance', 'FEE_NOT_COVERED'],
]);

export function noAnswer(signal: AbortSignal | undefined): CountersignError {
  if (signal?.aborted) return new CountersignError('CANCELLED');
  return new CountersignError('RPC_UNREACHABLE');
}

export function accountMissing(signer: string, { name }: Pick<Network, 'name'>): CountersignError {
  return new CountersignError('SIGNER_NOT_FOUND', { message: `The account ${signer} does not exist on ${name}.` });
}
