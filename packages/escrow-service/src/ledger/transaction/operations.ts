/** What each kind of operation does. This ledger knows those of its flow; the others are refused by name. */
import { hash, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { BASE_RESERVE, changedAccount, newAccount, spendable } from '../entries.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import { accountKey } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import { resolveInvocation } from './invocation.ts';

export type OperationScope = {
  /** The operation's own writes; the caller merges them if all went well. */
  readonly overlay: Overlay;
  readonly source: string;
  readonly networkId: Uint8Array;
  /** Of the ledger that the operation is in. */
  readonly sequence: number;
  readonly sorobanData: xdr.SorobanTransactionData | undefined;
};

export type OperationOutcome = {
  readonly success: boolean;
  readonly result: xdr.OperationResult;
  readonly events: readonly xdr.ContractEvent[];
  readonly returnValue?: xdr.ScVal;
  readonly error?: HostError;
};

export function applyOperation(body: xdr.OperationBody, scope: OperationScope): OperationOutcome {
  switch (body.type) {
    case 'invokeHostFunction':
      return invokeHostFunction(body.invokeHostFunctionOp, scope);
    case 'createAccount':
      return createAccount(body.createAccountOp, scope);
    default:
      return { success: false, result: xdr.OperationResult.opNotSupported(), events: [] };
  }
}

function invokeHostFunction(op: xdr.InvokeHostFunctionOp, scope: OperationScope): OperationOutcome {
  const outcome = (result: xdr.InvokeHostFunctionResult, rest: Partial<OperationOutcome>): OperationOutcome => ({
    success: false,
    events: [],
    result: xdr.OperationResult.opInner(xdr.OperationResultTr.invokeHostFunction(result)),
    ...rest,
  });
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
    const preimage = new xdr.InvokeHostFunctionSuccessPreImage({ returnValue, events: host.events });
    return outcome(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(hash(preimage.toXdr())), {
      success: true,
      events: host.events,
      returnValue,
    });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return outcome(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped(), { error });
  }
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

function createAccount(op: xdr.CreateAccountOp, { overlay, source, sequence }: OperationScope): OperationOutcome {
  const outcome = (success: boolean, result: xdr.CreateAccountResult): OperationOutcome => ({
    success,
    result: xdr.OperationResult.opInner(xdr.OperationResultTr.createAccount(result)),
    events: [],
  });
  const results = xdr.CreateAccountResult;
  const destination = StrKey.encodeEd25519PublicKey(op.destination.ed25519.toBytes());
  if (overlay.account(accountKey(destination)) !== undefined)
    return outcome(false, results.createAccountAlreadyExist());
  if (op.startingBalance < 2n * BASE_RESERVE) return outcome(false, results.createAccountLowReserve());
  const payer = overlay.account(accountKey(source));
  if (payer === undefined || spendable(payer) < op.startingBalance) {
    return outcome(false, results.createAccountUnderfunded());
  }
  overlay.put(changedAccount(payer, { balance: payer.balance - op.startingBalance }));
  overlay.put(newAccount(destination, op.startingBalance, BigInt(sequence) << 32n));
  return outcome(true, results.createAccountSuccess());
}
