/** A contract call. */
import { Address, Asset, hash, xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { tokenInstanceAt } from '../contracts/token.ts';
import { contractCode } from '../entries.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { addressValue, HostError } from '../host/values.ts';
import { codeKey, contractAddress, instanceKey } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import { refundableFee, rentOfExtensions, restorationFee, restoredEntries } from '../transaction/fees.ts';
import { CALL_INSTRUCTIONS, diskReadSizes, MOST_EMITTED } from '../transaction/resources.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';

const refuse = xdr.InvokeHostFunctionResult;
const { resultOf, outcome } = resultsOf(xdr.OperationResultTr.invokeHostFunction);

export const INVOKE_HOST_FUNCTION: OperationKind<xdr.InvokeHostFunctionOp> = {
  apply: invokeHostFunction,
  untried: resultOf(refuse.invokeHostFunctionSuccess(new Uint8Array(32))),
};

function invokeHostFunction(op: xdr.InvokeHostFunctionOp, scope: OperationScope): OperationOutcome {
  const refusal = (result: xdr.InvokeHostFunctionResult, error?: HostError): OperationOutcome => ({
    ...outcome(result),
    ...(error === undefined ? {} : { call: { error } }),
  });
  const beyond = beyondDeclared(scope);
  if (beyond !== undefined) return refusal(refuse.invokeHostFunctionResourceLimitExceeded(), beyond);
  const restored = restoreArchived(scope);
  if (restored === undefined) return refusal(refuse.invokeHostFunctionEntryArchived());
  try {
    const host = new Host(scope, new EnforcedAuthorization(op.auth, scope.source), findContract);
    const returnValue = runHostFunction(op.hostFunction, host);
    checkFootprint(scope.overlay, scope.sorobanData);
    const writtenBytes = scope.overlay.writes().reduce((sum, { after }) => sum + after.toXdr().length, 0);
    if (scope.sorobanData !== undefined && writtenBytes > scope.sorobanData.resources.writeBytes) {
      return refusal(refuse.invokeHostFunctionResourceLimitExceeded(), exceeded('byte-write resources exceed'));
    }
    const large = tooLarge(host.events, returnValue);
    if (large !== undefined) return refusal(refuse.invokeHostFunctionResourceLimitExceeded(), large);
    const rent = restorationFee(restored) + rentOfExtensions(scope.overlay);
    if (rent > refundableFee(scope.sorobanData)) return refusal(refuse.invokeHostFunctionInsufficientRefundableFee());
    const preimage = new xdr.InvokeHostFunctionSuccessPreImage({ returnValue, events: host.events });
    const success = refuse.invokeHostFunctionSuccess(hash(preimage.toXdr()));
    return { ...outcome(success, host.events), rent, call: { returnValue } };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return refusal(refuse.invokeHostFunctionTrapped(), error);
  }
}

/** The error of a call that uses more than its transaction declared, as far as that is known before it runs. */
function beyondDeclared({ overlay, sorobanData }: OperationScope): HostError | undefined {
  if (sorobanData === undefined) return undefined;
  const { footprint, instructions, diskReadBytes } = sorobanData.resources;
  if (instructions < CALL_INSTRUCTIONS) return exceeded('instructions exceed');
  const sizes = diskReadSizes([...footprint.readOnly, ...footprint.readWrite], overlay.read);
  return sizes.reduce((sum, size) => sum + size, 0) > diskReadBytes
    ? exceeded('byte-read resources exceed')
    : undefined;
}

function exceeded(what: string): HostError {
  return HostError.host('Budget', 'ExceededLimit', `operation ${what} the amount specified`);
}

/** Measured only here: on a network too, the simulation of a call that emits too much succeeds. */
function tooLarge(events: readonly xdr.ContractEvent[], returnValue: xdr.ScVal): HostError | undefined {
  const emitted = events.reduce((sum, event) => sum + event.toXdr().length, 0);
  if (emitted + returnValue.toXdr().length <= MOST_EMITTED) return undefined;
  const what = emitted > MOST_EMITTED ? 'total events size exceeds' : 'return value pushes events size above';
  return HostError.host('Budget', 'ExceededLimit', `${what} network config maximum`);
}

/**
 * Restores the archived entries that the transaction says it restores.
 * @returns how many; undefined where other archived entries are declared too
 */
function restoreArchived({ overlay, sorobanData }: OperationScope): number | undefined {
  if (sorobanData === undefined) return 0;
  const { readOnly, readWrite } = sorobanData.resources.footprint;
  const restored = new Set(restoredEntries(sorobanData).map((index) => readWrite[index]));
  const archived = [...readOnly, ...readWrite].filter((key) => overlay.isArchived(key));
  for (const key of archived) {
    if (!restored.has(key)) return undefined;
    overlay.get(key);
  }
  return archived.length;
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

/**
 * A call of a contract, the token contract of an issued asset, which anybody may create, or code from outside with its
 * contracts: they can be read, but this ledger runs native contracts only.
 * @throws HostError
 */
export function runHostFunction(hostFunction: xdr.HostFunction, host: Host): xdr.ScVal {
  if (hostFunction.type === 'hostFunctionTypeUploadContractWasm') return uploadCode(hostFunction.wasm, host);
  if (hostFunction.type === 'hostFunctionTypeCreateContractV2')
    return createOfCode(hostFunction.createContractV2, host);
  if (hostFunction.type === 'hostFunctionTypeCreateContract') {
    const { contractIdPreimage: from, executable } = hostFunction.createContract;
    const isToken = executable.type === 'contractExecutableStellarAsset' && from.type === 'contractIdPreimageFromAsset';
    if (isToken && from.fromAsset.type === 'assetTypeCreditAlphanum4') return createToken(from, host);
  }
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') {
    throw HostError.host('Context', 'InvalidAction', 'this ledger creates no such contract; it runs native ones');
  }
  const { contractAddress: called, functionName, args } = hostFunction.invokeContract;
  if (called.type !== 'scAddressTypeContract') {
    throw HostError.host('Value', 'InvalidInput', 'what is called is not a contract');
  }
  return host.call(Address.fromScAddress(called).toString(), functionName.toString(), args);
}

function createToken(preimage: xdr.ContractIdPreimageAsset, { overlay, networkId }: Host): xdr.ScVal {
  const contract = contractAddress(networkId, preimage);
  if (overlay.get(instanceKey(contract)) !== undefined) {
    throw HostError.host('Storage', 'ExistingValue', 'contract already exists');
  }
  overlay.put(tokenInstanceAt(contract, Asset.fromOperation(preimage.fromAsset)));
  return addressValue(contract);
}

function uploadCode(code: Uint8Array, { overlay }: Host): xdr.ScVal {
  const codeHash = hash(code);
  if (overlay.get(codeKey(codeHash)) === undefined) overlay.put(contractCode(code));
  return xdr.ScVal.scvBytes(codeHash);
}

function createOfCode({ contractIdPreimage, executable, constructorArgs }: xdr.CreateContractArgsV2, host: Host) {
  if (contractIdPreimage.type !== 'contractIdPreimageFromAddress' || executable.type !== 'contractExecutableWasm') {
    throw HostError.host('Value', 'InvalidInput', 'a contract is created of uploaded code, by an address');
  }
  const { address, salt } = contractIdPreimage.fromAddress;
  const deployer = Address.fromScAddress(address).toString();
  return addressValue(host.createContract(deployer, executable.wasmHash.toBytes(), salt.toBytes(), constructorArgs));
}
