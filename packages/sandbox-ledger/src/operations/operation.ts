/** The input and the result of an operation. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { HostError } from '../host/values.ts';
import type { Overlay } from '../overlay.ts';

export type OperationScope = {
  /** The operation's own writes; the caller merges them if all went well. */
  readonly overlay: Overlay;
  /** G…, the account that the operation acts for. */
  readonly source: string;
  readonly networkId: Uint8Array;
  /** Of the ledger that the operation is in. */
  readonly sequence: number;
  readonly sorobanData: xdr.SorobanTransactionData | undefined;
  /** Of the transaction. */
  readonly memo: xdr.Memo;
};

export type OperationOutcome = {
  readonly success: boolean;
  readonly result: xdr.OperationResult;
  readonly events: readonly xdr.ContractEvent[];
  /** The used part of the refundable fee, in stroops: rent of restored and extended entries. */
  readonly rent?: bigint;
  /** What a contract call adds. */
  readonly call?: {
    readonly returnValue?: xdr.ScVal;
    readonly error?: HostError;
  };
};
