/** A contract call. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import type { Overlay } from '../overlay.ts';
import { coversRent, rentOfExtensions } from '../rent.ts';
import { restoredEntries } from '../transaction/fees.ts';
import { resolveInvocation } from './invocation.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

export function invokeHostFunction(op: xdr.InvokeHostFunctionOp, scope: OperationScope): OperationOutcome {
  if (!restoreArchived(scope)) {
    const result = callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionEntryArchived());
    return { success: false, result, events: [] };
  }
  try {
    const host = new Host({
      overlay: scope.overlay,
      authorization: new EnforcedAuthorization(op.auth, scope.source),
      networkId: scope.networkId,
      findContract,
    });
    const { contract, name, args } = resolveInvocation(op.hostFunction);
    const returnValue = host.call(contract, name, args);
    checkFootprint(scope.overlay, scope.sorobanData);
    const rent = rentOfExtensions(scope.overlay);
    if (rent > 0n && !coversRent(scope.sorobanData, rent)) {
      const result = callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionInsufficientRefundableFee());
      return { success: false, result, events: [] };
    }
    const preimage = new xdr.InvokeHostFunctionSuccessPreImage({ returnValue, events: host.events });
    return {
      success: true,
      result: callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(hash(preimage.toXdr()))),
      events: host.events,
      rent,
      call: { returnValue },
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return {
      success: false,
      result: callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped()),
      events: [],
      call: { error },
    };
  }
}

export function callResult(result: xdr.InvokeHostFunctionResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.invokeHostFunction(result));
}

/** Restores the archived entries that the transaction says it restores. @returns false where it declares others too */
function restoreArchived({ overlay, sorobanData }: OperationScope): boolean {
  if (sorobanData === undefined) return true;
  const { readOnly, readWrite } = sorobanData.resources.footprint;
  const restored = new Set(restoredEntries(sorobanData).map((index) => readWrite[index]));
  const archived = [...readOnly, ...readWrite].filter((key) => overlay.isArchived(key));
  for (const key of archived) {
    if (!restored.has(key)) return false;
    overlay.get(key);
  }
  return true;
}

/** A call may touch only what its transaction declared. */
function checkFootprint(overlay: Overlay, sorobanData: xdr.SorobanTransactionData | undefined): void {
  const declared = sorobanData?.resources.footprint;
  const texts = (keys: readonly xdr.LedgerKey[] = []) => keys.map((key) => key.toXdr('base64'));
  const writable = new Set(texts(declared?.readWrite));
  const readable = new Set([...texts(declared?.readOnly), ...writable]);
  const { readOnly, readWrite } = overlay.footprint();
  if (texts(readWrite).every((key) => writable.has(key)) && texts(readOnly).every((key) => readable.has(key))) return;
  throw HostError.host('Storage', 'ExceededLimit', 'the call touches an entry outside of the footprint');
}
