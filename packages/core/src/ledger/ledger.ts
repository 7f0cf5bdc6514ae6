/** The network's own word, by Stellar RPC: on a transaction, on a token and on an account. */
import type { xdr } from '@stellar/stellar-sdk/base';

export type Outcome =
  | { readonly kind: 'settled' }
  /** Included and refused while it was executed; `code` is the result's name. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The ledgers that the RPC remembers, by their closing times in epoch milliseconds, do not hold it. */
  | { readonly kind: 'not-found'; readonly from: number; readonly to: number }
  /** The RPC could not be asked. */
  | { readonly kind: 'no-answer' };

export type FoundAccount =
  | { readonly kind: 'account'; readonly entry: xdr.AccountEntry }
  | { readonly kind: 'missing' }
  /** The RPC could not be asked. */
  | { readonly kind: 'no-answer' };

export type Ledger = {
  /** @param hash lower-case hex */
  outcomeOf(hash: string, signal?: AbortSignal): Promise<Outcome>;
  /** How many decimals a token has by its own word; nothing where it cannot be asked. @param contract C… */
  decimalsOf(contract: string, signal?: AbortSignal): Promise<number | undefined>;
  /** @param address G… */
  accountOf(address: string, signal?: AbortSignal): Promise<FoundAccount>;
};
