/** Resources of contract calls: the network's limits on declarations, and what a call uses here. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { keyText } from '../keys.ts';
import { isValidAsset } from '../operations/payment.ts';
import type { ReadEntry } from '../overlay.ts';
import { restoredEntries } from './fees.ts';

/** As of the network's published limits for a transaction (developers.stellar.org, Resource Limits & Fees). */
const MOST = {
  instructions: 100_000_000,
  diskReadBytes: 200_000,
  writeBytes: 132_096,
  entries: 100,
  diskReads: 100,
  writes: 50,
  keyBytes: 250,
} as const;

/** The most that a call's events and its return value may take, together: the same page, and `tx_max_contract_events_size_bytes`. */
export const MOST_EMITTED = 16_384;

/** Native contracts are not metered: every call counts as this many instructions, the size of a deploy on a network. */
export const CALL_INSTRUCTIONS = 3_800_000;

/** Whether a declaration is within the network's limits, and names only keys that a contract can use. */
export function isWithinLimits(data: xdr.SorobanTransactionData): boolean {
  const { instructions, diskReadBytes, writeBytes, footprint } = data.resources;
  const keys = [...footprint.readOnly, ...footprint.readWrite];
  return (
    instructions <= MOST.instructions &&
    diskReadBytes <= MOST.diskReadBytes &&
    writeBytes <= MOST.writeBytes &&
    keys.length <= MOST.entries &&
    keys.filter(isClassic).length + restoredEntries(data).length <= MOST.diskReads &&
    footprint.readWrite.length <= MOST.writes &&
    keys.every((key) => isUsable(key) && key.toXdr().length <= MOST.keyBytes)
  );
}

function isUsable(key: xdr.LedgerKey): boolean {
  switch (key.type) {
    case 'account':
    case 'contractData':
    case 'contractCode':
      return true;
    case 'trustline': {
      const { accountId, asset } = key.trustLine;
      if (asset.type !== 'assetTypeCreditAlphanum4' && asset.type !== 'assetTypeCreditAlphanum12') return false;
      return isValidAsset(asset) && !asset.value.issuer.equals(accountId);
    }
    default:
      return false;
  }
}

/**
 * Since protocol 23 live entries of contracts are read from memory. What comes from disk is accounts, trustlines and
 * the archive.
 */
export function diskReadSizes(keys: readonly xdr.LedgerKey[], read: ReadEntry): number[] {
  return keys.flatMap((key) => {
    const entry = read(keyText(key));
    return entry !== undefined && (isClassic(key) || entry.archived === true) ? entry.data.toXdr().length : [];
  });
}

function isClassic({ type }: xdr.LedgerKey): boolean {
  return type === 'account' || type === 'trustline';
}
