/** Sends what this service built and somebody signed. */
import { beginCall } from '../contract/call.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { readSigned, settleSigned } from '../contract/send.ts';
import { hashOf } from './build-call.ts';
import type { LiveService } from './live-service.ts';
import type { PendingWrite } from './pending-writes.ts';
import { refreshed } from './read-escrow.ts';
import type { EscrowRecord } from './record.ts';

/**
 * @returns the escrow, where the transaction was a deploy
 * @throws Refusal | NetworkTrouble
 */
export async function sendPending(service: LiveService, signedXdr: string): Promise<EscrowRecord | undefined> {
  const { on, pending } = service;
  const transaction = readSigned(signedXdr, on.network.passphrase);
  const hash = hashOf(transaction);
  const write = pending.get(hash);
  if (write === undefined) throw new Refusal(`No pending write for tx ${hash}`);
  try {
    await settleSigned(on, transaction);
  } catch (error) {
    // Used up by whatever the network said; where it said nothing, the same may be sent again.
    if (!(error instanceof NetworkTrouble)) pending.delete(hash);
    throw error;
  }
  pending.delete(hash);
  return remember(service, write);
}

async function remember({ on, index }: LiveService, write: PendingWrite): Promise<EscrowRecord | undefined> {
  if (write.action === 'deploy') {
    const record = { ...write.record, createdAt: on.now(), updatedAt: on.now() };
    index.put(record);
    return record;
  }
  const record = index.get(write.contractId);
  // It has settled. A record that cannot be renewed now lags behind, as records do.
  if (record !== undefined) {
    const now = await refreshed(beginCall(on, on.patience.readMs), record).catch(() => record);
    index.put({ ...now, fundedBy: write.signer });
  }
  return undefined;
}
