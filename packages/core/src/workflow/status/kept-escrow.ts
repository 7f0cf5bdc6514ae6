/** Reads a stored transaction and compares it with its request again: the stored row is not believed. */
import { actionOf } from '../../actions/actions.ts';
import { recordDamaged } from '../../errors/damage.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { type PreparedDeploy, transactionToReport } from '../model/requests.ts';
import { hasPassed, isAsStored, readStored } from '../model/reverify.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { openKept } from '../read/kept-transaction.ts';
import { isAsAsked, isSetAside, readFormerDeploy } from '../read/set-aside.ts';

export type KeptEscrow = {
  /** The transaction that decides the request's state. */
  readonly transaction: PreparedTransaction;
  readonly call: ReadDeploy;
  /** With the decimals that its token reported when the transaction was compared. */
  readonly network: Network;
  /** Of its token. */
  readonly decimals: number;
};

/** Every kind is read: an escrow of contracts that are no longer made is still shown. @throws CountersignError RECORD_DAMAGED */
export function keptEscrow(context: DeskContext, prepared: PreparedDeploy): KeptEscrow {
  const { read, transaction } = intactTransaction(context, prepared);
  const { trustline } = prepared.request;
  const network = tokenAsCompared(context.network, prepared.request, transaction.reasons);
  const former = readFormerDeploy(read, network);
  const isSame =
    former === undefined
      ? isAsStored(context, prepared, transaction)
      : isAsAsked(former, prepared.request, transaction, network);
  if (!isSame) throw recordDamaged(prepared.id, 'mismatch');
  const call = former ?? openKept(actionOf('deploy'), transaction, network).call;
  const decimals = tokenDecimals(network, trustline.address) ?? decimalsOfMultiplier(trustline.decimals) ?? 0;
  return { transaction, call, network, decimals };
}

/** @throws CountersignError RECORD_DAMAGED where it cannot be read, or is not what was asked for */
export async function requireIntact(context: DeskContext, prepared: PreparedRequest): Promise<void> {
  if (prepared.action === 'deploy') return void keptEscrow(context, prepared);
  const { transaction } = intactTransaction(context, prepared);
  const isSame = isAsStored(context, prepared, transaction) || (await isSetAside(context, prepared, transaction));
  if (!isSame) throw recordDamaged(prepared.id, 'mismatch');
}

/** @throws CountersignError RECORD_DAMAGED */
function intactTransaction({ network }: DeskContext, prepared: PreparedRequest) {
  const { id, action, request, transactions } = prepared;
  if (transactions.length === 0) throw recordDamaged(id, 'transaction');
  const transaction = transactionToReport(prepared);
  const read = attempt(() => readStored(transaction, network));
  if (read?.hashHex !== transaction.hash) throw recordDamaged(id, 'transaction');
  if (hasPassed(network, prepared, transaction)) return { read, transaction };
  const identity = attempt(() => actionOf(action).identity(request as never, network));
  if (identity === undefined || typeof request.signer !== 'string') throw recordDamaged(id, 'request');
  return { read, transaction };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
