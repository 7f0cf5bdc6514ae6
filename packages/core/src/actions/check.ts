/** What a comparison of a transaction with a request gives. */
import type { Difference } from '../errors/differences.ts';
import type { TransactionProblem } from '../errors/problems.ts';
import type { Network } from '../escrow/network.ts';
import type { Reason } from '../words/judgement.ts';

export type CheckPolicy = {
  readonly network: Network;
  /** Stroops. */
  readonly maxFee: bigint;
  /** Seconds since 1970. */
  readonly now: number;
};

export type Check<Call> =
  | { readonly level: 'mismatch'; readonly differences: readonly Difference[] }
  /** `reasons`: what could not be verified; empty exactly when the level is `verified`. */
  | { readonly level: 'verified' | 'partly'; readonly reasons: readonly Reason[]; readonly call: Call };

export type Unreadable = { readonly unreadable: readonly TransactionProblem[] };
