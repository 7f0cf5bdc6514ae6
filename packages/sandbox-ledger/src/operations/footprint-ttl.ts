/**
 * The two operations on a footprint: extending the entries that it reads, and restoring those that it writes. Anybody may
 * send them, and pays the rent.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { MAX_ENTRY_LIFE } from '../entries.ts';
import { keyText } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import { refundableFee, rentOfExtensions, restorationFee } from '../transaction/fees.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

const extended = xdr.ExtendFootprintTtlResult;
const restored = xdr.RestoreFootprintResult;

type Declared = xdr.SorobanTransactionData | undefined;

/** What the network checks before it takes a fee. */
export function extendTtlProblem(
  { extendTo }: xdr.ExtendFootprintTtlOp,
  declared: Declared,
): xdr.OperationResult | undefined {
  const { readOnly = [], readWrite = [] } = declared?.resources.footprint ?? {};
  const fair = readWrite.length === 0 && readOnly.every(isOfContract) && extendTo < MAX_ENTRY_LIFE;
  return fair ? undefined : extendTtlResult(extended.extendFootprintTtlMalformed());
}

export function restoreProblem(declared: Declared): xdr.OperationResult | undefined {
  const { readOnly = [], readWrite = [] } = declared?.resources.footprint ?? {};
  const fair = readOnly.length === 0 && readWrite.every(isPersistent);
  return fair ? undefined : restoreResult(restored.restoreFootprintMalformed());
}

export function extendFootprintTtl(
  op: xdr.ExtendFootprintTtlOp,
  { overlay, sorobanData }: OperationScope,
): OperationOutcome {
  const problem = extendTtlProblem(op, sorobanData);
  if (problem !== undefined) return { success: false, result: problem, events: [] };
  extendAll(sorobanData?.resources.footprint.readOnly ?? [], op.extendTo, overlay);
  const rent = rentOfExtensions(overlay);
  const result =
    rent <= refundableFee(sorobanData)
      ? extended.extendFootprintTtlSuccess()
      : extended.extendFootprintTtlInsufficientRefundableFee();
  return { success: result.type === 'extendFootprintTtlSuccess', result: extendTtlResult(result), events: [], rent };
}

/** Skips entries that are missing, archived or live long enough. @returns the keys of the others */
export function extendAll(keys: readonly xdr.LedgerKey[], extendTo: number, overlay: Overlay): xdr.LedgerKey[] {
  const liveUntil = overlay.ledger + extendTo;
  const due = keys.filter((key) => (overlay.read(keyText(key))?.liveUntil ?? liveUntil) < liveUntil);
  for (const key of due) overlay.setLife(key, liveUntil);
  return due;
}

export function restoreFootprint({ overlay, sorobanData }: OperationScope): OperationOutcome {
  const problem = restoreProblem(sorobanData);
  if (problem !== undefined) return { success: false, result: problem, events: [] };
  const rent = restorationFee(restoreAll(sorobanData?.resources.footprint.readWrite ?? [], overlay).length);
  const result =
    rent <= refundableFee(sorobanData)
      ? restored.restoreFootprintSuccess()
      : restored.restoreFootprintInsufficientRefundableFee();
  return { success: result.type === 'restoreFootprintSuccess', result: restoreResult(result), events: [], rent };
}

/** Skips entries that are live or missing. @returns the keys of the others */
export function restoreAll(keys: readonly xdr.LedgerKey[], overlay: Overlay): xdr.LedgerKey[] {
  const archived = keys.filter((key) => overlay.isArchived(key));
  for (const key of archived) overlay.get(key);
  return archived;
}

export function isPersistent(key: xdr.LedgerKey): boolean {
  return (
    isOfContract(key) &&
    !(key.type === 'contractData' && key.contractData.durability === xdr.ContractDataDurability.temporary)
  );
}

function isOfContract({ type }: xdr.LedgerKey): boolean {
  return type === 'contractData' || type === 'contractCode';
}

export function extendTtlResult(result: xdr.ExtendFootprintTtlResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.extendFootprintTtl(result));
}

export function restoreResult(result: xdr.RestoreFootprintResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.restoreFootprint(result));
}
