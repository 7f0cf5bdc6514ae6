/**
 * A signed transaction that was not prepared here: refused, unless the operator allowed it. Nobody compared it with a
 * request, so it must at least be the deploy of an escrow on this network that asks for nothing else.
 */
import { CountersignError } from '../errors.ts';
import { expiryOf, oddities, type ReadTransaction, readDeploy } from '../transaction/index.ts';
import type { DeskContext } from './context.ts';
import type { NewOffer } from './offers.ts';

/** What there is to be sent, once it is properly signed. @throws CountersignError NOT_PREPARED_HERE with what is odd about it */
export function acceptForeign({ network, policy }: DeskContext, read: ReadTransaction): NewOffer {
  if (!policy.allowForeign) throw new CountersignError('NOT_PREPARED_HERE');
  const deploy = readDeploy(read, network.passphrase);
  const problems =
    'unreadable' in deploy
      ? deploy.unreadable.map(({ path, problem }) => `${path} ${problem}`)
      : oddities(read, deploy, network, policy.maxFee);
  if ('unreadable' in deploy || problems.length > 0) {
    throw new CountersignError('NOT_PREPARED_HERE', {
      message: `This transaction was not prepared here, and it is not the plain deploy of an escrow: ${problems.slice(0, 5).join('; ')}. It was not sent.`,
    });
  }
  return {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: deploy.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: [],
  };
}
