/** Runs a transaction's one contract call without keeping anything: what it would return, touch, need and cost. */
import { xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import { RecordedAuthorization } from '../host/recorded-authorization.ts';
import { keyOf, keyText } from '../keys.ts';
import { resolveInvocation } from '../operations/invocation.ts';
import { Overlay, type ReadEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { resourceFee } from './fees.ts';

/** As the RPC has them; nothing: enforced where the call carries authorisation, else recorded. */
export type SimulationOptions = {
  readonly authMode?: AuthMode | undefined;
  /** Whether the signatures that it asks for are to bind the signer's address too. */
  readonly upgradedAuth?: boolean | undefined;
};
type AuthMode = 'enforce' | 'record' | 'record_allow_nonroot';

export type Simulation =
  | {
      readonly returnValue: xdr.ScVal;
      readonly auth: readonly xdr.SorobanAuthorizationEntry[];
      readonly events: readonly xdr.ContractEvent[];
      readonly transactionData: xdr.SorobanTransactionData;
      readonly overlay: Overlay;
    }
  | { readonly error: string; readonly events: readonly xdr.DiagnosticEvent[] };

/** Instructions are not metered here; a deploy on a network takes some millions. */
const INSTRUCTIONS = 4_000_000;

export function simulateTransaction(
  { tx, source }: ReadTransaction,
  options: SimulationOptions & {
    readonly read: ReadEntry;
    readonly networkId: Uint8Array;
    readonly sequence: number;
  },
): Simulation {
  const [operation] = tx.operations;
  if (operation === undefined || tx.operations.length !== 1) {
    return { error: 'Transaction contains more than one operation', events: [] };
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
      mode === 'enforce'
        ? undefined
        : new RecordedAuthorization(caller, {
            allowNonRoot: mode === 'record_allow_nonroot',
            upgraded: options.upgradedAuth === true,
          });
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
      transactionData: transactionData(overlay),
      overlay,
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: error.message, events: [error.toDiagnosticEvent()] };
  }
}

function transactionData(overlay: Overlay): xdr.SorobanTransactionData {
  const footprint = overlay.footprint();
  const writes = overlay.writes();
  const archived = writes.filter(({ before }) => before?.archived === true).map(({ after }) => keyText(keyOf(after)));
  const restored = footprint.readWrite.flatMap((key, index) => (archived.includes(keyText(key)) ? index : []));
  const bytes = (data: xdr.LedgerEntryData) => data.toXdr().length;
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint(footprint),
    instructions: INSTRUCTIONS,
    // Live contract entries are read from memory since protocol 23; what comes from disk is accounts, trustlines and
    // the archive.
    diskReadBytes: writes
      .filter(({ before, after }) => before?.archived ?? (before !== undefined && after.type !== 'contractData'))
      .reduce((sum, { after }) => sum + bytes(after), 0),
    writeBytes: writes.reduce((sum, { after }) => sum + bytes(after), 0),
  });
  const ext =
    restored.length === 0
      ? xdr.SorobanTransactionDataExt.v0()
      : xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: restored }));
  return new xdr.SorobanTransactionData({ ext, resources, resourceFee: resourceFee({ ext, resources }) });
}
