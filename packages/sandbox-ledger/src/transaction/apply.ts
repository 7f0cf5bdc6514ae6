/** Applies a valid transaction: takes fee and sequence number, then applies all of its operations or none. */
import { xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { feeEvent } from '../events/asset-events.ts';
import { accountKey } from '../keys.ts';
import { applyOperation } from '../operations/apply-operation.ts';
import type { OperationOutcome } from '../operations/operation.ts';
import { withoutSigner } from '../operations/set-options.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { bumpInclusion, chargedFee, feeBumpResult, innerInclusion, refundableFee, transactionResult } from './fees.ts';
import { preAuthorised } from './signatures.ts';

export type ApplyOptions = {
  readonly read: ReadEntry;
  readonly networkId: Uint8Array;
  /** Of the ledger that the transaction is in. */
  readonly sequence: number;
  /** The ledger's own changes after the operations (friendbot's token), and their events. */
  readonly afterwards?: (overlay: Overlay) => xdr.ContractEvent[];
};

const ext = xdr.ExtensionPoint.v0();
const AFTER = xdr.TransactionEventStage.transactionEventStageAfterTx;

export function applyTransaction(transaction: ReadTransaction, options: ApplyOptions) {
  const { tx, bump } = transaction;
  const { sequence } = options;
  const sorobanData = tx.ext.type === 'sorobanData' ? tx.ext.sorobanData : undefined;
  const inclusion = bump === undefined ? innerInclusion(transaction) : bumpInclusion(transaction, bump.fee);
  const fee = chargedFee(tx, inclusion);
  const payer = bump?.source ?? transaction.source;

  const whole = new Overlay(options.read, sequence);
  const paid = changesOf(whole, (step) => addLumens(step, payer, -fee));
  const begun = begin(whole, transaction);

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
    if (outcome.success) overlay.mergeInto(operations);
  }
  const success = outcomes.every((outcome) => outcome.success);
  const after = operations.above();
  const laterEvents = success ? (options.afterwards?.(after) ?? []) : [];
  if (success) {
    after.mergeInto(operations);
    operations.mergeInto(whole);
  }
  const used = success ? (outcomes[0]?.rent ?? 0n) : 0n;
  const refund = refundableFee(sorobanData) - used;
  const refunded = refund === 0n ? [] : changesOf(whole, (step) => addLumens(step, payer, refund));
  const results = outcomes.map(({ result }) => result);
  const result = success
    ? xdr.TransactionResultResult.txSuccess(results)
    : xdr.TransactionResultResult.txFailed(results);
  return {
    success,
    /** All writes, including fee and sequence number. */
    overlay: whole,
    /** What taking the fee and giving some of it back changed, which the network reports next to the meta. */
    feeChanges: paid,
    refundChanges: refunded,
    result:
      bump === undefined
        ? transactionResult(fee - refund, result)
        : feeBumpResult(fee - refund, { hash: transaction.hash, result }),
    meta: new xdr.TransactionMetaV4({
      ext,
      txChangesBefore: begun,
      operations: success
        ? outcomes.map(
            ({ events }, at) => new xdr.OperationMetaV2({ ext, changes: changes[at] ?? [], events: [...events] }),
          )
        : [],
      txChangesAfter: success ? after.changes() : [],
      sorobanMeta:
        sorobanData === undefined ? null : sorobanMeta(outcomes[0], sorobanData.resourceFee - refund - used, used),
      events: [
        feeEvent(options.networkId, payer, fee),
        ...laterEvents.map((event) => new xdr.TransactionEvent({ stage: AFTER, event })),
        ...(refund === 0n ? [] : [feeEvent(options.networkId, payer, -refund)]),
      ],
      diagnosticEvents: outcomes.flatMap(({ call }) => call?.error?.toDiagnosticEvent() ?? []),
    }),
  };
}

/** @returns the changes in the format of the network's meta */
function changesOf(target: Overlay, change: (step: Overlay) => void): xdr.LedgerEntryChange[] {
  const step = target.above();
  change(step);
  const changes = step.changes();
  step.mergeInto(target);
  return changes;
}

function addLumens(step: Overlay, address: string, amount: bigint): void {
  const account = step.account(accountKey(address)) as xdr.AccountEntry;
  step.put(changedAccount(account, { balance: account.balance + amount }));
}

/** Takes the sequence number, and removes signers that pre-authorised this transaction. */
function begin(target: Overlay, { tx, source, hash, bump }: ReadTransaction): xdr.LedgerEntryChange[] {
  const ofBump = bump === undefined ? [] : changesOf(target, (step) => useUp(step, bump.source, bump.hash));
  const own = changesOf(target, (step) => {
    step.put(changedAccount(step.account(accountKey(source)) as xdr.AccountEntry, { seqNum: tx.seqNum }));
    const sources = tx.operations.map(({ sourceAccount }) => sourceAccount && accountOf(sourceAccount));
    for (const each of new Set([source, ...sources])) if (each !== null) useUp(step, each, hash);
  });
  return [...ofBump, ...own];
}

function useUp(step: Overlay, address: string, hash: Uint8Array): void {
  const account = step.account(accountKey(address));
  const used = preAuthorised(hash);
  if (account?.signers.some(({ key }) => key.equals(used)) === true) step.put(withoutSigner(account, used));
}

function sorobanMeta(
  outcome: OperationOutcome | undefined,
  nonRefundable: bigint,
  rent: bigint,
): xdr.SorobanTransactionMetaV2 {
  return new xdr.SorobanTransactionMetaV2({
    ext: xdr.SorobanTransactionMetaExt.v1(
      new xdr.SorobanTransactionMetaExtV1({
        ext: xdr.ExtensionPoint.v0(),
        totalNonRefundableResourceFeeCharged: nonRefundable,
        totalRefundableResourceFeeCharged: rent,
        rentFeeCharged: rent,
      }),
    ),
    returnValue: outcome?.call?.returnValue ?? null,
  });
}
