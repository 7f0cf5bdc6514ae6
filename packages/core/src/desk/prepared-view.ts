/** An offer as it is handed out: everything in it is read from the transaction itself. */

import type { Action, ActionName, CallOf, RequestOf } from '../actions/action.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import type { Judgement } from '../judgement/index.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import { keyOfStops, unconfirmed } from './confirmations.ts';
import type { DeskContext } from './context.ts';
import { judgementOf, judgementOfCall } from './judging.ts';
import { namesOf } from './names-shown.ts';
import { hasPage } from './page-actions.ts';
import type { JudgementView, Prepared } from './results.ts';
import { signersAgain } from './signers-view.ts';
import type { Handle, Offer } from './store/offers.ts';

/** An offer's transaction, decoded. */
export type Opened<Call> = { readonly read: ReadTransaction; readonly call: Call };

/** @param opened the transaction, if it was compared with the request just now; a stored offer is decoded again */
export async function preparedView<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  handle: Handle,
  offer: Offer,
  { read, call }: Opened<CallOf<Name>> = openKept(action, offer, context.network),
): Promise<Prepared<Name>> {
  const { network, words } = context;
  const { id, pageId, replaces } = handle;
  const summary = action.summarise(
    read,
    call,
    handle.request as RequestOf<Name>,
    network,
    offer.reasons,
    words.summaryWords,
  );
  const judgement = viewOf(
    action.name === 'deploy'
      ? judgementOfCall(context, handle, call as ReadDeploy)
      : judgementOf(context, handle, offer),
  );
  const names = namesOf(context, handle);
  const isToConfirm = (await unconfirmed(context, handle, judgement.stops)).length > 0;
  const again = await signersAgain(context, handle, offer);
  const signUrl = hasPage(action.name) ? context.signUrl?.(pageId) : undefined;
  const onPage = signUrl !== undefined;
  const signAgain = again.length === 0 ? '' : `${words.signAgainText(again)} `;
  return {
    id,
    status: isToConfirm ? 'to-confirm' : 'prepared',
    network: network.name,
    contractId: call.contractId,
    transactionHash: offer.hash,
    expiresAt: summary.expiresAt,
    // What was compared: the row under this hash may be another by now.
    ...(isToConfirm ? {} : { unsignedXdr: read.xdr }),
    checked: offer.reasons.length === 0 ? 'verified' : 'partly',
    summary,
    ...(names.length === 0 ? {} : { names: [...names] }),
    judgement,
    ...(replaces === undefined ? {} : { replaces }),
    next: isToConfirm ? words.toConfirmNext(onPage) : `${signAgain}${words.preparedNext(summary, onPage)}`,
    ...(signUrl === undefined ? {} : { signUrl }),
  } as unknown as Prepared<Name>;
}

export function judgementView(context: DeskContext, handle: Handle, offer: Offer): JudgementView {
  return viewOf(judgementOf(context, handle, offer));
}

function viewOf({ stops, warnings, facts }: Judgement): JudgementView {
  return { key: keyOfStops(stops), stops: [...stops], warnings: [...warnings], facts: [...facts] } as JudgementView;
}

export function openKept<Name extends ActionName>(
  action: Action<Name>,
  offer: Offer,
  network: Network,
): Opened<CallOf<Name>> {
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const call = action.read(read, network);
  if ('unreadable' in call || read.hashHex !== offer.hash) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: 'A prepared transaction in the data folder was changed; it is not handed out.',
    });
  }
  return { read, call };
}
