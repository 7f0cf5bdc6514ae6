/** Which entry of the ledger a key names. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../../envelope/bytes.ts';

export function isDataOf(key: xdr.LedgerKey, contracts: readonly string[]): boolean {
  return key.type === 'contractData' && contracts.includes(Address.fromScAddress(key.contractData.contract).toString());
}

/** @param code lower-case hex */
export function isCodeOf(key: xdr.LedgerKey, code: string | undefined): boolean {
  return key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === code;
}

/** The account whose entry it is: the account's own, or a trustline. */
export function ownerOf(key: xdr.LedgerKey): string | undefined {
  if (key.type !== 'account' && key.type !== 'trustline') return undefined;
  const { accountId } = key.type === 'account' ? key.account : key.trustLine;
  return Address.account(accountId.ed25519.toBytes()).toString();
}
