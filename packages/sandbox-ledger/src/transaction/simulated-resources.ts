/** The resources that a simulated operation would declare: footprint, bytes read and written, and their price. */
import { xdr } from '@stellar/stellar-sdk/base';
import { ledgerEntry } from '../entries.ts';
import { extendAll, isPersistent, restoreAll } from '../operations/footprint-ttl.ts';
import type { Overlay, StoredEntry } from '../overlay.ts';
import { rentOfExtensions } from '../rent.ts';
import { resourceFee, restorationFee } from './fees.ts';

/** A little more than a call uses, as real servers declare. */
const INSTRUCTIONS = 4_000_000;
/** The real server's margin on rent, since ledgers close before the transaction is included. */
const RENT_PERCENT = 115n;

export function callResources(overlay: Overlay): xdr.SorobanTransactionData {
  const footprint = overlay.footprint();
  const restored = footprint.readWrite.flatMap((key, index) => (isArchived(overlay.before(key)) ? index : []));
  const ext =
    restored.length === 0
      ? xdr.SorobanTransactionDataExt.v0()
      : xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: restored }));
  return priced({ footprint, instructions: INSTRUCTIONS, ext, rent: rentOfExtensions(overlay), overlay });
}

/** Like the real server, names only entries that need it. */
export function extensionResources(
  keys: readonly xdr.LedgerKey[],
  extendTo: number,
  overlay: Overlay,
): xdr.SorobanTransactionData {
  const footprint = { readOnly: extendAll(keys, extendTo, overlay), readWrite: [] };
  return priced({ footprint, rent: rentOfExtensions(overlay), overlay });
}

/** Like the real server, names only archived entries. @returns undefined where one can never be restored */
export function restorationResources(
  keys: readonly xdr.LedgerKey[],
  overlay: Overlay,
): xdr.SorobanTransactionData | undefined {
  // Code is not an entry here, and never expires.
  const isThere = (key: xdr.LedgerKey) => key.type === 'contractCode' || overlay.before(key) !== undefined;
  if (!keys.every((key) => isPersistent(key) && isThere(key))) return undefined;
  const readWrite = restoreAll(keys, overlay);
  return priced({ footprint: { readOnly: [], readWrite }, rent: restorationFee(readWrite.length), overlay });
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
  return entry !== undefined && (entry.data.type !== 'contractData' || isArchived(entry));
}

function isArchived(entry: StoredEntry | undefined): boolean {
  return entry?.archived === true;
}

/** The size including the ledger's own fields. */
function sizeOf(data: xdr.LedgerEntryData): number {
  return ledgerEntry(data, 0).toXdr().length;
}
