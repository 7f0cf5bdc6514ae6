/** What the page's API answers of a wallet that is to be proven. Types alone, shared with the browser. */
import type { ProofToSign } from '@countersign/core/desk';

export type ProofView = ProofToSign & {
  /** The desk's clock, epoch milliseconds. */
  readonly now: number;
};
