/** An offer as it is handed out: everything in it is read from the transaction itself. */

import { summarise } from '../actions/deploy/summary.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import { type ReadDeploy, readDeploy } from '../kinds/read-deploy.ts';
import type { DeskContext } from './context.ts';
import type { Prepared } from './results.ts';
import type { Handle, Offer } from './store/offers.ts';

type Kept = Pick<Offer, 'hash' | 'unsignedXdr' | 'reasons'>;

/** What stands in an offer's transaction. */
export type Opened = { readonly read: ReadTransaction; readonly deploy: ReadDeploy };

/** @param opened what was found equal to the request just now; an offer that comes from the store is read once more */
export function preparedView(
  context: Pick<DeskContext, 'network' | 'signUrl'>,
  { id, pageId, request }: Pick<Handle, 'id' | 'pageId' | 'request'>,
  offer: Kept,
  { read, deploy }: Opened = openKept(offer, context.network),
): Prepared {
  const { network } = context;
  const summary = summarise(read, deploy, network, offer.reasons, request.trustline.decimals);
  const signUrl = context.signUrl?.(pageId);
  return {
    id,
    status: 'prepared',
    network: network.name,
    contractId: deploy.contractId,
    transactionHash: offer.hash,
    expiresAt: summary.expiresAt,
    unsignedXdr: offer.unsignedXdr,
    checked: offer.reasons.length === 0 ? 'verified' : 'partly',
    summary,
    next: nextStep(summary, signUrl),
    ...(signUrl === undefined ? {} : { signUrl }),
  };
}

function openKept(offer: Kept, { passphrase }: Network): Opened {
  const read = readTransaction(offer.unsignedXdr, passphrase);
  const deploy = readDeploy(read, passphrase);
  if ('unreadable' in deploy || read.hashHex !== offer.hash) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: 'A prepared transaction in the data folder was changed; it is not handed out.',
    });
  }
  return { read, deploy };
}

function nextStep({ signer, network, expiresAt }: Prepared['summary'], signUrl: string | undefined): string {
  const byHand = `they sign unsignedXdr in the wallet of ${signer} on ${network} before ${expiresAt}, and the signed XDR goes to submit_signed_xdr with this id`;
  return signUrl === undefined
    ? `Show the summary to the person. If it is what they want, ${byHand}. After that time, prepare it again with the id.`
    : `Give signUrl to the person: the page shows what they sign and sends it. Then get_transaction with this id tells the outcome. Or ${byHand}.`;
}
