/** Sends a signed transaction that this service built. */
import { ACTS, functionOf, SERVED_KINDS } from '@countersign/core/kinds';
import type { Network } from '@countersign/core/network';
import { hashOf } from '../contract/build-call.ts';
import { beginCall } from '../contract/call.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { calledIn, isFactory, readSigned, settleSigned } from '../contract/send.ts';
import { type EscrowRecord, type LiveService, type PendingWrite, putRecord } from './live-service.ts';
import { refreshed, reindex } from './reindex.ts';

/** @returns the escrow, where the transaction was a deploy. @throws Refusal | NetworkTrouble */
export async function sendPending(service: LiveService, signedXdr: string): Promise<EscrowRecord | undefined> {
  const { on, pending } = service;
  const transaction = readSigned(signedXdr, on.network.passphrase);
  const hash = hashOf(transaction);
  const write = pending.get(hash);
  const action = write?.action ?? (service.isShared ? actionOf(on.network, signedXdr) : undefined);
  if (action === undefined) throw new Refusal(`No pending write for tx ${hash}`);
  try {
    await settleSigned(on, transaction);
  } catch (error) {
    // Any answer of the network uses it up; without an answer it may be sent again.
    if (!(error instanceof NetworkTrouble)) pending.delete(hash);
    throw error;
  }
  pending.delete(hash);
  if (write !== undefined) return await remember(service, write);
  // An escrow that this process does not know has no record to refresh.
  const record = await reindex(service, hash).catch(() => undefined);
  return action === 'deploy' ? record : undefined;
}

/** The action of a transaction that another process on this ledger may have built. */
function actionOf(network: Network, signedXdr: string): PendingWrite['action'] | undefined {
  const { contract, name } = calledIn(signedXdr, network.passphrase);
  if (isFactory(network, contract)) return 'deploy';
  return ACTS.find((act) => SERVED_KINDS.some((kind) => functionOf(kind, act, network)?.name === name));
}

async function remember(service: LiveService, write: PendingWrite): Promise<EscrowRecord | undefined> {
  const { on, index } = service;
  if (write.action === 'deploy') {
    return putRecord(service, { ...write.record, createdAt: on.now(), updatedAt: on.now() });
  }
  const record = index.get(write.contractId);
  // It has settled. If its record cannot be refreshed now, the record lags behind.
  if (record !== undefined) {
    const now = await refreshed(beginCall(on, on.patience.readMs), record).catch(() => record);
    putRecord(service, write.action === 'fund' ? { ...now, fundedBy: write.signer } : now);
  }
  return undefined;
}
