/** Runs a transaction's one contract call without keeping anything: what it would return, touch, need and cost. */
import { xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { EnforcedAuthorization, RecordedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import { keyOf, keyText } from '../keys.ts';
import { resolveInvocation } from '../operations/invocation.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { resourceFee } from './fees.ts';
import { diskReadSizes } from './resources.ts';

export type AuthMode = 'enforce' | 'record' | 'record_allow_nonroot';

export type Simulation =
  | {
      readonly returnValue: xdr.ScVal;
      readonly auth: readonly xdr.SorobanAuthorizationEntry[];
      readonly events: readonly xdr.ContractEvent[];
      readonly transactionData: xdr.SorobanTransactionData;
      readonly overlay: Overlay;
    }
  | { readonly error: string; readonly events: readonly xdr.DiagnosticEvent[] };

/** A little more than a call uses, as real servers declare. */
const INSTRUCTIONS = 4_000_000;
/** What an entry has around what is kept of it here, in bytes. */
const AROUND_ENTRY = 8;

export function simulateTransaction(
  { tx, source }: ReadTransaction,
  options: {
    readonly read: ReadEntry;
    readonly networkId: Uint8Array;
    readonly sequence: number;
    readonly authMode?: AuthMode;
  },
): Simulation {
  const [operation] = tx.operations;
  if (operation === undefined || tx.operations.length !== 1) {
    return { error: 'Transaction contains more than one operation', events: [] };
  }
  if (tx.memo.type !== 'memoNone') {
    return { error: 'Transaction contains a memo. Soroban transactions do not support memos.', events: [] };
  }
  if (operation.body.type !== 'invokeHostFunction') {
    return {
      error: 'Transaction contains unsupported operation type: only contract calls are simulated here',
      events: [],
    };
  }
  const { hostFunction, auth } = operation.body.invokeHostFunctionOp;
  const caller = operation.sourceAccount === null ? source : accountOf(operation.sourceAccount);
  const mode = options.authMode ?? (auth.length > 0 ? 'enforce' : 'record');
  const overlay = new Overlay(options.read, options.sequence);
  try {
    const recorder =
      mode === 'enforce' ? undefined : new RecordedAuthorization(caller, mode === 'record_allow_nonroot');
    const host = new Host({
      overlay,
      authorization: recorder ?? new EnforcedAuthorization(auth, caller),
      networkId: options.networkId,
      findContract,
    });
    const { contract, name, args } = resolveInvocation(hostFunction);
    const returnValue = host.call(contract, name, args);
    return {
      returnValue,
      auth: recorder?.entries() ?? auth,
      events: host.events,
      transactionData: transactionData(overlay, options.read),
      overlay,
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: error.message, events: [error.toDiagnosticEvent()] };
  }
}

function transactionData(overlay: Overlay, below: ReadEntry): xdr.SorobanTransactionData {
  const footprint = overlay.footprint();
  const writes = overlay.writes();
  const archived = writes.filter(({ before }) => before?.archived === true).map(({ after }) => keyText(keyOf(after)));
  const restored = footprint.readWrite.flatMap((key, index) => (archived.includes(keyText(key)) ? index : []));
  const read = diskReadSizes([...footprint.readOnly, ...footprint.readWrite], below);
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint(footprint),
    instructions: INSTRUCTIONS,
    diskReadBytes: read.reduce((sum, size) => sum + size + AROUND_ENTRY, 0),
    writeBytes: writes.reduce((sum, { after }) => sum + after.toXdr().length + AROUND_ENTRY, 0),
  });
  const ext =
    restored.length === 0
      ? xdr.SorobanTransactionDataExt.v0()
      : xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: restored }));
  return new xdr.SorobanTransactionData({ ext, resources, resourceFee: resourceFee({ ext, resources }) });
}
