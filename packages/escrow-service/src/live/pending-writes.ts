/** Transactions that this service built, by hash. Unless its ledger is shared, it sends no others. */
import type { Act } from '@countersign/core/kinds';
import type { EscrowRecord } from './record.ts';

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

export class PendingWrites {
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
