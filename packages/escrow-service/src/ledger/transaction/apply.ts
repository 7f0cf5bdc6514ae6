/** Applies a transaction that was found valid: takes fee and sequence number, then all of its operations or none. */
import { xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { accountKey } from '../keys.ts';
import { applyOperation } from '../operations/apply-operation.ts';
import type { OperationOutcome } from '../operations/operation.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { BASE_FEE } from '../store.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';

export type Applied = {
  readonly success: boolean;
  readonly result: xdr.TransactionResult;
  readonly meta: xdr.TransactionMeta;
  /** All writes, fee and sequence number among them. */
  readonly overlay: Overlay;
};

export type ApplyOptions = {
  readonly read: ReadEntry;
  readonly networkId: Uint8Array;
  /** Of the ledger that the transaction is in. */
  readonly sequence: number;
  /** The ledger's own hand after the operations (friendbot's token). */
  readonly afterwards?: (overlay: Overlay) => void;
};

export function applyTransaction(transaction: ReadTransaction, options: ApplyOptions): Applied {
  const { tx } = transaction;
  const { sequence } = options;
  const sorobanData = tx.ext.type === 'sorobanData' ? tx.ext.sorobanData : undefined;
  const feeCharged = BigInt(BASE_FEE * tx.operations.length) + (sorobanData?.resourceFee ?? 0n);

  const whole = new Overlay(options.read, sequence);
  takeFee(whole, transaction, feeCharged);
  const changesBefore = whole.changes();

  const operations = new Overlay(whole.read, sequence);
  const outcomes: OperationOutcome[] = [];
  const changes: xdr.LedgerEntryChange[][] = [];
  for (const { body, sourceAccount } of tx.operations) {
    const overlay = new Overlay(operations.read, sequence);
    const source = sourceAccount === null ? transaction.source : accountOf(sourceAccount);
    const outcome = applyOperation(body, { overlay, source, networkId: options.networkId, sequence, sorobanData });
    outcomes.push(outcome);
    changes.push(overlay.changes());
    overlay.mergeInto(operations);
  }
  const success = outcomes.every((outcome) => outcome.success);
  const after = new Overlay(operations.read, sequence);
  if (success) {
    options.afterwards?.(after);
    after.mergeInto(operations);
    operations.mergeInto(whole);
  }
  const results = outcomes.map(({ result }) => result);
  return {
    success,
    overlay: whole,
    result: new xdr.TransactionResult({
      feeCharged,
      result: success ? xdr.TransactionResultResult.txSuccess(results) : xdr.TransactionResultResult.txFailed(results),
      ext: xdr.TransactionResultExt.v0(),
    }),
    meta: xdr.TransactionMeta.v4(
      new xdr.TransactionMetaV4({
        ext: xdr.ExtensionPoint.v0(),
        txChangesBefore: changesBefore,
        operations: success ? outcomes.map((outcome, index) => operationMeta(outcome, changes[index] ?? [])) : [],
        txChangesAfter: success ? after.changes() : [],
        sorobanMeta: sorobanData === undefined ? null : sorobanMeta(outcomes[0], sorobanData),
        events: [],
        diagnosticEvents: outcomes.flatMap(({ call }) => call?.error?.toDiagnosticEvent() ?? []),
      }),
    ),
  };
}

/** The result of a transaction that was refused and not applied. */
export function refusedResult(result: xdr.TransactionResultResult): xdr.TransactionResult {
  return new xdr.TransactionResult({ feeCharged: 0n, result, ext: xdr.TransactionResultExt.v0() });
}

function takeFee(overlay: Overlay, { tx, source }: ReadTransaction, fee: bigint): void {
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  overlay.put(changedAccount(account, { balance: account.balance - fee, seqNum: tx.seqNum }));
}

function operationMeta(outcome: OperationOutcome, changes: xdr.LedgerEntryChange[]): xdr.OperationMetaV2 {
  return new xdr.OperationMetaV2({ ext: xdr.ExtensionPoint.v0(), changes, events: [...(outcome.call?.events ?? [])] });
}

function sorobanMeta(
  outcome: OperationOutcome | undefined,
  { resourceFee }: xdr.SorobanTransactionData,
): xdr.SorobanTransactionMetaV2 {
  return new xdr.SorobanTransactionMetaV2({
    ext: xdr.SorobanTransactionMetaExt.v1(
      new xdr.SorobanTransactionMetaExtV1({
        ext: xdr.ExtensionPoint.v0(),
        totalNonRefundableResourceFeeCharged: resourceFee,
        totalRefundableResourceFeeCharged: 0n,
        rentFeeCharged: 0n,
      }),
    ),
    returnValue: outcome?.call?.returnValue ?? null,
  });
}
