/** Reads a stored transaction and compares it with its request again: the stored row is not believed. */
import { actionOf } from '../../actions/actions.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { recordDamaged } from '../../errors/damage.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { type DeployHandle, offerToReport } from '../model/requests.ts';
import { reverify } from '../model/reverify.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { openKept } from '../read/kept-transaction.ts';
import { isAsAsked, isSetAside, readFormerDeploy } from '../read/set-aside.ts';

export type KeptEscrow = {
  /** The offer that decides the handle's state. */
  readonly offer: PreparedTransaction;
  readonly call: ReadDeploy;
  /** With the decimals that its token reported when the offer was compared. */
  readonly network: Network;
  /** Of its token. */
  readonly decimals: number;
};

/** Every kind is read: an escrow of contracts that are no longer made is still shown. @throws CountersignError RECORD_DAMAGED */
export function keptEscrow(context: DeskContext, handle: DeployHandle): KeptEscrow {
  const { read, offer } = intactTransaction(context, handle);
  const { trustline } = handle.request;
  const network = tokenAsCompared(context.network, handle.request, offer.reasons);
  const former = readFormerDeploy(read, network);
  const isAsStored =
    former === undefined
      ? reverify(context, handle, offer) !== 'changed'
      : isAsAsked(former, handle.request, offer, network);
  if (!isAsStored) throw recordDamaged(handle.id, 'mismatch');
  const call = former ?? openKept(actionOf('deploy'), offer, network).call;
  const decimals = tokenDecimals(network, trustline.address) ?? decimalsOfMultiplier(trustline.decimals) ?? 0;
  return { offer, call, network, decimals };
}

/** @throws CountersignError RECORD_DAMAGED where it cannot be read, or is not what was asked for */
export async function requireIntact(context: DeskContext, handle: PreparedRequest): Promise<void> {
  if (handle.action === 'deploy') return void keptEscrow(context, handle);
  const { offer } = intactTransaction(context, handle);
  const isChanged = reverify(context, handle, offer) === 'changed' && !(await isSetAside(context, handle, offer));
  if (isChanged) throw recordDamaged(handle.id, 'mismatch');
}

/** @throws CountersignError RECORD_DAMAGED */
export function intactTransaction(
  { network }: Pick<DeskContext, 'network'>,
  handle: PreparedRequest,
): { readonly read: ReadTransaction; readonly offer: PreparedTransaction } {
  const { id, action, request, offers } = handle;
  if (offers.length === 0) throw recordDamaged(id, 'transaction');
  const offer = offerToReport(handle);
  const read = attempt(() => readTransaction(offer.unsignedXdr, network.passphrase));
  if (read?.hashHex !== offer.hash) throw recordDamaged(id, 'transaction');
  const identity = attempt(() => actionOf(action).identity(request as never, network));
  if (identity === undefined || typeof request.signer !== 'string') throw recordDamaged(id, 'request');
  return { read, offer };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
