/**
 * The two operations on a footprint: extending the entries that it reads, and restoring those that it writes. Anybody may
 * send them, and pays the rent.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { MAX_ENTRY_LIFE } from '../entries.ts';
import { keyText } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import { refundableFee, rentOfExtensions, restorationFee } from '../transaction/fees.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';

const extended = xdr.ExtendFootprintTtlResult;
const restored = xdr.RestoreFootprintResult;
const extension = resultsOf(xdr.OperationResultTr.extendFootprintTtl);
const restoration = resultsOf(xdr.OperationResultTr.restoreFootprint);

export const EXTEND_FOOTPRINT_TTL: OperationKind<xdr.ExtendFootprintTtlOp> = {
  problem: ({ extendTo }, _, declared) => {
    const { readOnly = [], readWrite = [] } = declared?.resources.footprint ?? {};
    const fair = readWrite.length === 0 && readOnly.every(isOfContract) && extendTo < MAX_ENTRY_LIFE;
    return fair ? undefined : extension.resultOf(extended.extendFootprintTtlMalformed());
  },
  apply: extendFootprintTtl,
  threshold: () => 'low',
  untried: extension.resultOf(extended.extendFootprintTtlSuccess()),
};

export const RESTORE_FOOTPRINT: OperationKind<xdr.RestoreFootprintOp> = {
  problem: (_op, _source, declared) => {
    const { readOnly = [], readWrite = [] } = declared?.resources.footprint ?? {};
    const fair = readOnly.length === 0 && readWrite.every(isPersistent);
    return fair ? undefined : restoration.resultOf(restored.restoreFootprintMalformed());
  },
  apply: (_, scope) => restoreFootprint(scope),
  threshold: () => 'low',
  untried: restoration.resultOf(restored.restoreFootprintSuccess()),
};

function extendFootprintTtl(op: xdr.ExtendFootprintTtlOp, { overlay, sorobanData }: OperationScope): OperationOutcome {
  extendAll(sorobanData?.resources.footprint.readOnly ?? [], op.extendTo, overlay);
  const rent = rentOfExtensions(overlay);
  const result =
    rent <= refundableFee(sorobanData)
      ? extended.extendFootprintTtlSuccess()
      : extended.extendFootprintTtlInsufficientRefundableFee();
  return { ...extension.outcome(result), rent };
}

/** Skips entries that are missing, archived or live long enough. @returns the keys of the others */
export function extendAll(keys: readonly xdr.LedgerKey[], extendTo: number, overlay: Overlay): xdr.LedgerKey[] {
  const liveUntil = overlay.ledger + extendTo;
  const due = keys.filter((key) => (overlay.read(keyText(key))?.liveUntil ?? liveUntil) < liveUntil);
  for (const key of due) overlay.setLife(key, liveUntil);
  return due;
}

function restoreFootprint({ overlay, sorobanData }: OperationScope): OperationOutcome {
  const rent = restorationFee(restoreAll(sorobanData?.resources.footprint.readWrite ?? [], overlay).length);
  const result =
    rent <= refundableFee(sorobanData)
      ? restored.restoreFootprintSuccess()
      : restored.restoreFootprintInsufficientRefundableFee();
  return { ...restoration.outcome(result), rent };
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
