/** Under which keys the ledger has the entries that are asked for here. */
import { Address, Keypair, xdr } from '@stellar/stellar-sdk/base';

/** Under which an escrow contract keeps its escrow. */
export const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

export const accountKey = (address: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));

export const instanceKey = (contract: string): xdr.LedgerKey =>
  persistentKey(contract, xdr.ScVal.scvLedgerKeyContractInstance());

/** Of what an escrow contract keeps as an entry of its own. */
export const escrowKey = (contract: string): xdr.LedgerKey => persistentKey(contract, ESCROW_KEY);

/** Of a contract, under a key of its own. */
export function persistentKey(contract: string, key: xdr.ScVal): xdr.LedgerKey {
  const durability = xdr.ContractDataDurability.persistent;
  const owner = Address.fromString(contract).toScAddress();
  return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: owner, key, durability }));
}
