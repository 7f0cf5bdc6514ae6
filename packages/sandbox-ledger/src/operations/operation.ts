/** The input and the result of an operation, and what each kind of operation defines. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { HostError } from '../host/values.ts';
import type { Overlay } from '../overlay.ts';
import type { Threshold } from '../transaction/signatures.ts';

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

export type OperationKind<Op> = {
  /** What the network checks before it takes a fee, without looking at the ledger. */
  readonly problem?: (
    op: Op,
    source: string,
    declared: xdr.SorobanTransactionData | undefined,
  ) => xdr.OperationResult | undefined;
  readonly apply: (op: Op, scope: OperationScope) => OperationOutcome;
  /** Default: medium. */
  readonly threshold?: (op: Op) => Threshold;
  /** The network reports success for the operations other than the one that made a transaction invalid. */
  readonly untried: xdr.OperationResult;
};

/** @param inner wraps the codes of one kind; those of success end with the word */
export function resultsOf<Result extends { readonly type: string }>(inner: (result: Result) => xdr.OperationResultTr) {
  const resultOf = (result: Result) => xdr.OperationResult.opInner(inner(result));
  const outcome = (result: Result, events: readonly xdr.ContractEvent[] = []): OperationOutcome => ({
    success: result.type.endsWith('Success'),
    result: resultOf(result),
    events,
  });
  return { resultOf, outcome };
}
