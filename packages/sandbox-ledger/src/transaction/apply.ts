/** Applies a transaction that was found valid: takes fee and sequence number, then all of its operations or none. */
import { xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { feeEvent } from '../events/asset-events.ts';
import { accountKey } from '../keys.ts';
import { applyOperation } from '../operations/apply-operation.ts';
import type { OperationOutcome } from '../operations/operation.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { bumpInclusion, chargedFee, innerInclusion, restorationFee } from './fees.ts';
import { feeBumpResult, transactionResult } from './results.ts';

export type Applied = {
  readonly success: boolean;
  readonly result: xdr.TransactionResult;
  readonly meta: xdr.TransactionMetaV4;
  /** What taking the fee changed; the network says it beside the meta. */
  readonly feeChanges: readonly xdr.LedgerEntryChange[];
  /** All writes, fee and sequence number among them. */
  readonly overlay: Overlay;
};

export type ApplyOptions = {
  readonly read: ReadEntry;
  readonly networkId: Uint8Array;
  /** Of the ledger that the transaction is in. */
  readonly sequence: number;
  /** The ledger's own hand after the operations (friendbot's token), and the events that tell of it. */
  readonly afterwards?: (overlay: Overlay) => xdr.ContractEvent[];
};

export function applyTransaction(transaction: ReadTransaction, options: ApplyOptions): Applied {
  const { tx, bump } = transaction;
  const { sequence } = options;
  const sorobanData = tx.ext.type === 'sorobanData' ? tx.ext.sorobanData : undefined;
  const ownFee = chargedFee(tx, innerInclusion(transaction));
  const fee = bump === undefined ? ownFee : chargedFee(tx, bumpInclusion(transaction, bump.fee));
  const payer = bump?.source ?? transaction.source;

  const whole = new Overlay(options.read, sequence);
  const paid = changeAccount(whole, payer, ({ balance }) => ({ balance: balance - fee }));
  const begun = changeAccount(whole, transaction.source, () => ({ seqNum: tx.seqNum }));

  const operations = whole.above();
  const outcomes: OperationOutcome[] = [];
  const changes: xdr.LedgerEntryChange[][] = [];
  for (const { body, sourceAccount } of tx.operations) {
    const overlay = operations.above();
    const source = sourceAccount === null ? transaction.source : accountOf(sourceAccount);
    const { networkId } = options;
    const outcome = applyOperation(body, { overlay, source, networkId, sequence, sorobanData, memo: tx.memo });
    outcomes.push(outcome);
    changes.push(overlay.changes());
    overlay.mergeInto(operations);
  }
  const success = outcomes.every((outcome) => outcome.success);
  const after = operations.above();
  const laterEvents = success ? (options.afterwards?.(after) ?? []) : [];
  if (success) {
    after.mergeInto(operations);
    operations.mergeInto(whole);
  }
  const results = outcomes.map(({ result }) => result);
  const result = success
    ? xdr.TransactionResultResult.txSuccess(results)
    : xdr.TransactionResultResult.txFailed(results);
  return {
    success,
    overlay: whole,
    feeChanges: paid,
    result:
      bump === undefined
        ? transactionResult(fee, result)
        : feeBumpResult(fee, { hash: transaction.hash, fee: ownFee, result }),
    meta: new xdr.TransactionMetaV4({
      ext: xdr.ExtensionPoint.v0(),
      txChangesBefore: begun,
      operations: success ? outcomes.map((outcome, index) => operationMeta(outcome, changes[index] ?? [])) : [],
      txChangesAfter: success ? after.changes() : [],
      sorobanMeta: sorobanData === undefined ? null : sorobanMeta(outcomes[0], sorobanData),
      events: [feeEvent(payer, fee), ...laterEvents.map(afterTransaction)],
      diagnosticEvents: outcomes.flatMap(({ call }) => call?.error?.toDiagnosticEvent() ?? []),
    }),
  };
}

/** Changes an account that exists. @returns the change as the network's meta says it */
function changeAccount(
  target: Overlay,
  address: string,
  change: (account: xdr.AccountEntry) => Parameters<typeof changedAccount>[1],
): xdr.LedgerEntryChange[] {
  const step = target.above();
  const account = step.account(accountKey(address)) as xdr.AccountEntry;
  step.put(changedAccount(account, change(account)));
  const changes = step.changes();
  step.mergeInto(target);
  return changes;
}

function afterTransaction(event: xdr.ContractEvent): xdr.TransactionEvent {
  return new xdr.TransactionEvent({ stage: xdr.TransactionEventStage.transactionEventStageAfterTx, event });
}

function operationMeta(outcome: OperationOutcome, changes: xdr.LedgerEntryChange[]): xdr.OperationMetaV2 {
  return new xdr.OperationMetaV2({ ext: xdr.ExtensionPoint.v0(), changes, events: [...outcome.events] });
}

function sorobanMeta(
  outcome: OperationOutcome | undefined,
  data: xdr.SorobanTransactionData,
): xdr.SorobanTransactionMetaV2 {
  const rent = restorationFee(data) + (outcome?.rent ?? 0n);
  return new xdr.SorobanTransactionMetaV2({
    ext: xdr.SorobanTransactionMetaExt.v1(
      new xdr.SorobanTransactionMetaExtV1({
        ext: xdr.ExtensionPoint.v0(),
        totalNonRefundableResourceFeeCharged: data.resourceFee - rent,
        totalRefundableResourceFeeCharged: rent,
        rentFeeCharged: rent,
      }),
    ),
    returnValue: outcome?.call?.returnValue ?? null,
  });
}
