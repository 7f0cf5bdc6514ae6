/** Simulates a transaction's contract operation: its return value, footprint, authorisation and cost. */
import { xdr } from '@stellar/stellar-sdk/base';
import { findContract } from '../contracts/registry.ts';
import { ledgerEntry } from '../entries.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host } from '../host/host.ts';
import { RecordedAuthorization } from '../host/recorded-authorization.ts';
import { HostError } from '../host/values.ts';
import { extendAll, isPersistent, restoreAll } from '../operations/footprint-ttl.ts';
import { runHostFunction } from '../operations/invoke-host-function.ts';
import { Overlay, type ReadEntry, type StoredEntry } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { rentOfExtensions, resourceFee, restorationFee } from './fees.ts';

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
  // Like the real server, names only entries that live less long, or that are archived.
  if (body.type === 'extendFootprintTtl') {
    const readOnly = extendAll(footprint.readOnly, body.extendFootprintTtlOp.extendTo, overlay);
    const rent = rentOfExtensions(overlay);
    return { transactionData: priced({ footprint: { readOnly, readWrite: [] }, rent, overlay }) };
  }
  // Code is not an entry here, and never expires.
  const isThere = (key: xdr.LedgerKey) => key.type === 'contractCode' || overlay.before(key) !== undefined;
  if (!footprint.readWrite.every((key) => isPersistent(key) && isThere(key))) {
    return failed('only persistent entries of contracts that exist can be restored');
  }
  const readWrite = restoreAll(footprint.readWrite, overlay);
  const rent = restorationFee(readWrite.length);
  return { transactionData: priced({ footprint: { readOnly: [], readWrite }, rent, overlay }) };
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
    const host = new Host({ overlay, networkId }, authorization, findContract);
    const returnValue = runHostFunction(hostFunction, host);
    return {
      call: { returnValue, auth: recorder?.entries() ?? auth, events: host.events, writes: overlay.writes() },
      transactionData: callResources(overlay),
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: error.message, events: [error.toDiagnosticEvent()] };
  }
}

/** A little more than a call uses, as real servers declare. */
const INSTRUCTIONS = 4_000_000;
/** The real server's margin on rent, since ledgers close before the transaction is included. */
const RENT_PERCENT = 115n;

/** The resources that a simulated operation would declare: footprint, bytes read and written, and their price. */
function callResources(overlay: Overlay): xdr.SorobanTransactionData {
  const footprint = overlay.footprint();
  const restored = footprint.readWrite.flatMap((key, index) => (isArchived(overlay.before(key)) ? index : []));
  const ext =
    restored.length === 0
      ? xdr.SorobanTransactionDataExt.v0()
      : xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: restored }));
  return priced({ footprint, instructions: INSTRUCTIONS, ext, rent: rentOfExtensions(overlay), overlay });
}

function priced(declared: {
  readonly footprint: { readonly readOnly: xdr.LedgerKey[]; readonly readWrite: xdr.LedgerKey[] };
  readonly instructions?: number;
  readonly ext?: xdr.SorobanTransactionDataExt;
  readonly rent: bigint;
  readonly overlay: Overlay;
}): xdr.SorobanTransactionData {
  const { footprint, instructions = 0, ext = xdr.SorobanTransactionDataExt.v0(), rent, overlay } = declared;
  const touched = [...footprint.readOnly, ...footprint.readWrite].map((key) => overlay.before(key));
  const resources = new xdr.SorobanResources({
    footprint: new xdr.LedgerFootprint(footprint),
    instructions,
    diskReadBytes: touched.filter(isFromDisk).reduce((sum, { data }) => sum + sizeOf(data), 0),
    writeBytes: overlay.writes().reduce((sum, { after }) => sum + sizeOf(after), 0),
  });
  const fee = resourceFee({ ext, resources }) + (rent * RENT_PERCENT) / 100n;
  return new xdr.SorobanTransactionData({ ext, resources, resourceFee: fee });
}

/** Live entries of contracts are read from memory since protocol 23; from disk come accounts, trustlines, the archive. */
function isFromDisk(entry: StoredEntry | undefined): entry is StoredEntry {
  return entry !== undefined && (!IN_MEMORY.includes(entry.data.type) || isArchived(entry));
}

const IN_MEMORY: readonly string[] = ['contractData', 'contractCode'];

function isArchived(entry: StoredEntry | undefined): boolean {
  return entry?.archived === true;
}

/** The size including the ledger's own fields. */
function sizeOf(data: xdr.LedgerEntryData): number {
  return ledgerEntry(data, 0).toXdr().length;
}
