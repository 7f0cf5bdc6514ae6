/** The ledger keys of the entries that are read here. */
import { Address, Keypair, xdr } from '@stellar/stellar-sdk/base';

/** The storage key of an escrow contract's state. */
export const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

export const accountKey = (address: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));

export const instanceKey = (contract: string): xdr.LedgerKey =>
  persistentKey(contract, xdr.ScVal.scvLedgerKeyContractInstance());

/** The key of a state that is stored as an entry of its own. */
export const escrowKey = (contract: string): xdr.LedgerKey => persistentKey(contract, ESCROW_KEY);

/** The key of a contract's persistent entry. */
export function persistentKey(contract: string, key: xdr.ScVal): xdr.LedgerKey {
  const durability = xdr.ContractDataDurability.persistent;
  const owner = Address.fromString(contract).toScAddress();
  return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: owner, key, durability }));
}
