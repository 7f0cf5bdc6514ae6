/** The state of the v1 service: its network, its index and its pending transactions. */
import type { EscrowNetwork } from '../contract/network.ts';
import { PendingWrites } from './pending-writes.ts';
import type { EscrowRecord } from './record.ts';

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

/** The index is in memory. Beyond this number the oldest are dropped, and can be re-indexed. */
const MOST = 100_000;

/** The index of escrows: those sent through this service, and those re-indexed by hash. */
class EscrowIndex {
  readonly #records = new Map<string, EscrowRecord>();

  get(contractId: string): EscrowRecord | undefined {
    return this.#records.get(contractId);
  }

  put(record: EscrowRecord): EscrowRecord {
    this.#records.set(record.contractId, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > MOST && oldest !== undefined) this.#records.delete(oldest);
    return record;
  }

  all(): readonly EscrowRecord[] {
    return [...this.#records.values()];
  }
}
