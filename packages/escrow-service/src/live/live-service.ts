/** The state of the v1 service: its network, its index and its pending transactions. */

import type { Act, EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { EscrowNetwork } from '../contract/call.ts';

export type LiveService = {
  readonly on: EscrowNetwork;
  /** Escrows sent through this service, and those re-indexed by hash, by contract. */
  readonly index: Map<string, EscrowRecord>;
  /** By hash. */
  readonly pending: Map<string, PendingWrite>;
  /** Whether other processes serve the same ledger: then unknown transactions may be theirs. */
  readonly isShared: boolean;
};

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

export function putRecord({ index }: Pick<LiveService, 'index'>, record: EscrowRecord): EscrowRecord {
  index.set(record.contractId, record);
  const [oldest] = index.keys();
  if (index.size > MOST && oldest !== undefined) index.delete(oldest);
  return record;
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

export function addPending({ on, pending }: Pick<LiveService, 'on' | 'pending'>, write: PendingWrite): void {
  for (const { hash, endsAt } of pending.values()) {
    if (endsAt + KEPT_AFTER_MS < on.now()) pending.delete(hash);
  }
  pending.set(write.hash, write);
}
