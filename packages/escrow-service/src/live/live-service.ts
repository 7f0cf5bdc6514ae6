/** The service as it speaks v1: the network, and what it remembers of what it did there. */
import type { EscrowNetwork } from '../contract/network.ts';
import { EscrowIndex } from './escrow-index.ts';
import { PendingWrites } from './pending-writes.ts';

export type LiveService = {
  readonly on: EscrowNetwork;
  readonly index: EscrowIndex;
  readonly pending: PendingWrites;
  /** Whether other processes serve the same ledger: then what it does not know may be theirs. */
  readonly isShared: boolean;
};

export function createLiveService(on: EscrowNetwork, isShared = false): LiveService {
  return { on, index: new EscrowIndex(), pending: new PendingWrites(on.now), isShared };
}
