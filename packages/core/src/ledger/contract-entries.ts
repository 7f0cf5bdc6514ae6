/** Contracts in ledger entries: their code, and the escrow that they keep. This module also runs in a browser. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { externalCode } from '../escrow/network.ts';
import { type Entries, ESCROW_KEY, escrowKey, instanceKey } from './entry-keys.ts';
import type { KnownContract, StandingContract } from './ledger.ts';

/** @throws TypeError where the entry has an unexpected type */
export function contractIn(entries: Entries, contract: string, known?: KnownContract): StandingContract | undefined {
  const own = entries.at(escrowKey(contract));
  const ownEscrow = own?.type === 'contractData' ? own.contractData.val : undefined;
  const ofEntry = (code: string): StandingContract | undefined =>
    ownEscrow && { code, escrow: ownEscrow, keptIn: 'entry', ...modifiedIn(entries, escrowKey(contract)) };
  if (known?.keptIn === 'entry') return ofEntry(known.code);
  const instance = instanceIn(entries, contract);
  if (instance === undefined) return undefined;
  const { executable, storage } = instance;
  const code = codeOf(executable);
  const kept = storage?.find(({ key }) => key.equals(ESCROW_KEY))?.val;
  if (kept === undefined) return ofEntry(code) ?? { code };
  return { code, escrow: kept, keptIn: 'instance', ...modifiedIn(entries, instanceKey(contract)) };
}

export function modifiedIn(entries: Entries, key: xdr.LedgerKey): Pick<StandingContract, 'modified'> {
  const modified = entries.modifiedAt(key);
  return modified === undefined ? {} : { modified };
}

/** A hash in lower-case hex, or what `StandingContract` has in its place. */
export function codeOf(executable: xdr.ContractExecutable): string {
  switch (executable.type) {
    case 'contractExecutableWasm':
      return hexOf(executable.wasmHash.toBytes());
    case 'contractExecutableStellarAsset':
      return 'stellar-asset';
    case 'contractExecutableExternalRef':
      return externalCode(Address.fromScAddress(executable.externalRef.executableOwner).toString());
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @throws TypeError where the entry has an unexpected type */
export function instanceIn(entries: Entries, contract: string): xdr.ScContractInstance | undefined {
  const data = entries.at(instanceKey(contract));
  if (data === undefined) return undefined;
  const value = data.type === 'contractData' ? data.contractData.val : undefined;
  if (value?.type !== 'scvContractInstance') throw new TypeError('not an instance');
  return value.instance;
}
