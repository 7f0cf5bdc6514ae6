/**
 * A signed transaction that was not prepared here: refused, unless the operator allowed it. Nobody compared it with
 * a request, so it must at least read as an escrow deploy of this network, properly signed and in time.
 */
import { CountersignError } from '../errors.ts';
import { checkSignatures, expiryOf, type ReadTransaction, readDeploy } from '../transaction/index.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import type { Settlement } from './results.ts';
import { settlementFrom } from './settlement-from.ts';

export async function submitForeign(
  context: DeskContext,
  read: ReadTransaction,
  options: CallOptions,
): Promise<Settlement> {
  const { network, policy, now } = context;
  if (!policy.allowForeign) throw new CountersignError('NOT_PREPARED_HERE');
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) {
    throw new CountersignError('NOT_PREPARED_HERE', {
      message: 'This transaction was not prepared here and does not read as the deploy of an escrow. It was not sent.',
    });
  }
  const strange =
    (network.factory !== undefined && deploy.factory !== network.factory) ||
    (network.wasmHash !== undefined && deploy.wasmHash !== network.wasmHash) ||
    read.fee > policy.maxFee;
  if (strange) {
    throw new CountersignError('NOT_PREPARED_HERE', {
      message:
        'This transaction was not prepared here, and its factory, code or fee is not what is allowed here. It was not sent.',
    });
  }
  checkSignatures(read, read.source, network);
  if (expiryOf(read).getTime() <= now()) throw new CountersignError('TRANSACTION_EXPIRED');
  const outcome = await context.service.sendTransaction(read.xdr, options);
  const transaction = { hash: read.hashHex, contractId: deploy.contractId };
  return { ...settlementFrom(outcome, transaction, false), preparedHere: false };
}
