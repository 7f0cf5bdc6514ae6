/** Simulates a transaction's contract operation: its return value, footprint, authorisation and cost. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import { RecordedAuthorization } from '../host/recorded-authorization.ts';
import { resolveInvocation } from '../operations/invocation.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { callResources, extensionResources, restorationResources } from './simulated-resources.ts';

export type Simulation =
  | {
      /** Of a contract call. */
      readonly call?: {
        readonly returnValue: xdr.ScVal;
        readonly auth: readonly xdr.SorobanAuthorizationEntry[];
        readonly events: readonly xdr.ContractEvent[];
        readonly writes: ReturnType<Overlay['writes']>;
      };
      readonly transactionData: xdr.SorobanTransactionData;
    }
  | { readonly error: string; readonly events: readonly xdr.DiagnosticEvent[] };

/** The RPC's modes; absent: enforced if the call has authorisation entries, else recorded. */
export type SimulationOptions = {
  readonly authMode?: AuthMode | undefined;
  /** Whether the requested signatures cover the signer's address too. */
  readonly upgradedAuth?: boolean | undefined;
};
type AuthMode = 'enforce' | 'record' | 'record_allow_nonroot';

type LedgerOptions = SimulationOptions & {
  readonly read: ReadEntry;
  readonly networkId: Uint8Array;
  readonly sequence: number;
};

const failed = (error: string): Simulation => ({ error, events: [] });

export function simulateTransaction({ tx, source }: ReadTransaction, options: LedgerOptions): Simulation {
  const [operation] = tx.operations;
  if (operation === undefined || tx.operations.length !== 1) {
    return failed('Transaction contains more than one operation');
  }
  if (tx.memo.type !== 'memoNone') {
    return failed('Transaction contains a memo. Soroban transactions do not support memos.');
  }
  const { body, sourceAccount } = operation;
  const overlay = new Overlay(options.read, options.sequence);
  if (body.type === 'invokeHostFunction') {
    const caller = sourceAccount === null ? source : accountOf(sourceAccount);
    return simulateCall(body.invokeHostFunctionOp, caller, overlay, options);
  }
  if (body.type !== 'extendFootprintTtl' && body.type !== 'restoreFootprint') {
    return failed(`Transaction contains unsupported operation type: ${body.type}`);
  }
  if (options.authMode !== undefined) return failed('cannot set authMode with non-InvokeHostFunction operations');
  if (tx.ext.type !== 'sorobanData') {
    return failed(
      'To perform a SimulateTransaction for ExtendFootprintTtl or RestoreFootprint operations, SorobanTransactionData must be provided',
    );
  }
  const { footprint } = tx.ext.sorobanData.resources;
  if (body.type === 'extendFootprintTtl') {
    return { transactionData: extensionResources(footprint.readOnly, body.extendFootprintTtlOp.extendTo, overlay) };
  }
  const transactionData = restorationResources(footprint.readWrite, overlay);
  return transactionData === undefined
    ? failed('only persistent entries of contracts that exist can be restored')
    : { transactionData };
}

function simulateCall(
  { hostFunction, auth }: xdr.InvokeHostFunctionOp,
  caller: string,
  overlay: Overlay,
  { authMode, upgradedAuth = false, networkId }: LedgerOptions,
): Simulation {
  const mode = authMode ?? (auth.length > 0 ? 'enforce' : 'record');
  if (auth.length > 0 && mode !== 'enforce') return failed(`cannot set authMode to '${mode}' with an auth footprint`);
  try {
    const recorder =
      mode === 'enforce'
        ? undefined
        : new RecordedAuthorization(caller, { allowNonRoot: mode === 'record_allow_nonroot', upgraded: upgradedAuth });
    const authorization = recorder ?? new EnforcedAuthorization(auth, caller);
    const host = new Host({ overlay, authorization, networkId, findContract });
    const { contract, name, args } = resolveInvocation(hostFunction);
    const returnValue = host.call(contract, name, args);
    return {
      call: { returnValue, auth: recorder?.entries() ?? auth, events: host.events, writes: overlay.writes() },
      transactionData: callResources(overlay),
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: error.message, events: [error.toDiagnosticEvent()] };
  }
}
