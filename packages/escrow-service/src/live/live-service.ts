/** The state of the v1 service: its network, its index and its pending transactions. */

import type { Act, EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { EscrowNetwork } from '../contract/call.ts';

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

/** The service's record of an escrow, which may lag behind the ledger. */
export type EscrowRecord = {
  readonly contractId: string;
  readonly kind: EscrowKind;
  readonly factory: string;
  /** Who deployed it. */
  readonly signer: string;
  readonly escrow: EscrowOnChain;
  readonly asset: AskedAsset;
  readonly decimals: number;
  /** Base units. */
  readonly balance: bigint;
  readonly fundedBy?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A token as a deploy names it. */
export type AskedAsset = {
  /** The issuer, G…, or the contract named in its place, C…. */
  readonly address: string;
  readonly symbol: string;
};

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

/** Transactions that this service built, by hash. Unless its ledger is shared, it sends no others. */
export type PendingWrite = {
  readonly hash: string;
  /** Epoch milliseconds, after which it can no longer be included. */
  readonly endsAt: number;
} & (
  | { readonly action: 'deploy'; readonly record: EscrowRecord }
  | { readonly action: Act; readonly contractId: string; readonly signer: string }
);

/** Kept for a while, since a client may send a last-minute transaction again to learn its outcome. */
const KEPT_AFTER_MS = 10 * 60_000;

class PendingWrites {
  readonly #writes = new Map<string, PendingWrite>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(write: PendingWrite): void {
    for (const { hash, endsAt } of this.#writes.values()) {
      if (endsAt + KEPT_AFTER_MS < this.#now()) this.#writes.delete(hash);
    }
    this.#writes.set(write.hash, write);
  }

  get(hash: string): PendingWrite | undefined {
    return this.#writes.get(hash);
  }

  delete(hash: string): void {
    this.#writes.delete(hash);
  }
}
