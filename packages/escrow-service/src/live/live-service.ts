/** The state of the v1 service: its network, its index and its pending transactions. */
import type { EscrowNetwork } from '../contract/network.ts';
import { EscrowIndex } from './escrow-index.ts';
import { PendingWrites } from './pending-writes.ts';

export type LiveService = {
  readonly on: EscrowNetwork;
  readonly index: EscrowIndex;
  readonly pending: PendingWrites;
  /** Whether other processes serve the same ledger: then unknown transactions may be theirs. */
  readonly isShared: boolean;
};

export function createLiveService(on: EscrowNetwork, isShared = false): LiveService {
  return { on, index: new EscrowIndex(), pending: new PendingWrites(on.now), isShared };
}
