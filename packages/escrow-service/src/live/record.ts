/** The service's record of an escrow, which may lag behind the ledger. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';

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
