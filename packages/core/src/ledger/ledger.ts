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

export type Built =
  /** XDR in base64. */
  | { readonly kind: 'built'; readonly unsignedXdr: string }
  | { readonly kind: 'no-account' }
  /** The simulation failed; `detail` is the network's text, `contractError` the number of the contract's own error. */
  | { readonly kind: 'would-fail'; readonly detail: string; readonly contractError?: number }
  /** The RPC could not be asked. */
  | { readonly kind: 'no-answer' };

export type Sent =
  | { readonly kind: 'settled' }
  /** Included and refused while it was executed; `code` is the result's name. */
  | { readonly kind: 'failed'; readonly code: string }
  /** Not taken, for the reason that `code` names; the ledger does not hold it. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Certainly not sent: it may be sent again. */
  | { readonly kind: 'not-sent' }
  /** It may or may not have reached the ledger. */
  | { readonly kind: 'unknown' };

export type Ledger = {
  /** @param hash lower-case hex */
  outcomeOf(hash: string, signal?: AbortSignal): Promise<Outcome>;
  /** How many decimals a token has by its own word; nothing where it cannot be asked. @param contract C… */
  decimalsOf(contract: string, signal?: AbortSignal): Promise<number | undefined>;
  /** @param address G… */
  accountOf(address: string, signal?: AbortSignal): Promise<FoundAccount>;
  /** Whether a contract stands at the address; `undefined` where the RPC could not be asked. @param address C… */
  isContract(address: string, signal?: AbortSignal): Promise<boolean | undefined>;
  /**
   * The unsigned transaction of one contract call. Executes nothing.
   * @param source G…, whose sequence number is used
   * @param validUntil seconds since 1970
   */
  buildCall(source: string, call: xdr.InvokeContractArgs, validUntil: number, signal?: AbortSignal): Promise<Built>;
  /** Sends it once, and waits for its outcome until the deadline. @param deadline epoch milliseconds */
  send(signedXdr: string, options: { readonly deadline?: number; readonly signal?: AbortSignal }): Promise<Sent>;
};
