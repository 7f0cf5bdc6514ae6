/**
 * Reads a stored offer's transaction and compares it with its request again: the stored row is not believed.
 */
import { actionOf } from '../../actions/actions.ts';
import { CountersignError } from '../../errors/errors.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { DeskContext } from '../context.ts';
import { offerToReport } from '../outcome/status-words.ts';
import { tokenAsCompared } from '../prepare/token-of-request.ts';
import type { PreparedRequest, PreparedTransaction } from '../store/requests.ts';
import { reverify } from '../submit/reverify.ts';
import { openKept } from './kept-transaction.ts';

export type DeployHandle = Extract<PreparedRequest, { readonly action: 'deploy' }>;

export type KeptEscrow = {
  /** The offer that decides the handle's state. */
  readonly offer: PreparedTransaction;
  readonly call: ReadDeploy;
  /** With the decimals that its token reported when the offer was compared. */
  readonly network: Network;
  /** Of its token. */
  readonly decimals: number;
};

/** @throws CountersignError STORE_UNUSABLE where the row was changed */
export function keptEscrow(context: DeskContext, handle: DeployHandle): KeptEscrow {
  const offer = offerToReport(handle);
  if (handle.offers.length === 0 || reverify(context, handle, offer) === 'changed') {
    throw new CountersignError('STORE_UNUSABLE', {
      message: 'A prepared escrow in the data folder was changed; nothing of it is shown.',
    });
  }
  const { trustline } = handle.request;
  const network = tokenAsCompared(context.network, handle.request, offer.reasons);
  const { call } = openKept(actionOf('deploy'), offer, network);
  const decimals = tokenDecimals(network, trustline.address) ?? decimalsOfMultiplier(trustline.decimals) ?? 0;
  return { offer, call, network, decimals };
}
