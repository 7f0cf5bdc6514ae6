/** The network's own word on a transaction, by Stellar RPC. */

export type Outcome =
  | { readonly kind: 'settled' }
  /** Included and refused while it was executed; `code` is the result's name. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The ledgers that the RPC remembers, by their closing times in epoch milliseconds, do not hold it. */
  | { readonly kind: 'not-found'; readonly from: number; readonly to: number }
  /** The RPC could not be asked. */
  | { readonly kind: 'no-answer' };

export type Ledger = {
  /** @param hash lower-case hex */
  outcomeOf(hash: string, signal?: AbortSignal): Promise<Outcome>;
};
