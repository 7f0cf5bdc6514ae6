/** Balances of escrows, read from the network's entries: the escrow says its token, the token its balance. */

import { decimalsOfMultiplier, fromBaseUnits } from '@countersign/core/escrow';
import { decodeEscrow, type EscrowValue } from '@countersign/core/transaction';
import { Address, Contract, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { EscrowNetwork } from './network.ts';
import { NetworkTrouble, Refusal } from './refusal.ts';

export type EscrowBalance = {
  readonly address: string;
  /** Token units, as an exact decimal. */
  readonly balance: string;
};

/**
 * One entry for each address, in the order asked.
 * @throws Refusal where one of them is no escrow: the batch fails with it | NetworkTrouble
 */
export async function readBalances(network: EscrowNetwork, addresses: readonly string[]): Promise<EscrowBalance[]> {
  const escrows = await readEntries(
    network,
    addresses.map((address) => new Contract(address).getFootprint()),
  );
  const tokens = escrows.map((value) => {
    const escrow = storedEscrow(value);
    if (escrow === undefined) throw new Refusal('Escrow not found');
    return escrow.trustline;
  });
  const keys = addresses.map((address, index) =>
    balanceKey(tokenContract(network, tokens[index]?.address as string), address),
  );
  const amounts = await readEntries(network, keys);
  return addresses.map((address, index) => ({
    address,
    balance: fromBaseUnits(amountOf(amounts[index]), decimalsOfMultiplier(tokens[index]?.decimals as number) ?? 0),
  }));
}

/** The values of contract data entries, in the order of the keys. */
async function readEntries({ rpc }: EscrowNetwork, keys: readonly xdr.LedgerKey[]): Promise<(xdr.ScVal | undefined)[]> {
  const unique = new Map(keys.map((key) => [key.toXdr('base64'), key]));
  const { entries } = await rpc.getLedgerEntries(...unique.values()).catch((cause: unknown) => {
    throw new NetworkTrouble('The network could not be reached', { cause });
  });
  const values = new Map(
    entries.map(({ key, val }) => [
      key.toXdr('base64'),
      val.type === 'contractData' ? val.contractData.val : undefined,
    ]),
  );
  return keys.map((key) => values.get(key.toXdr('base64')));
}

function storedEscrow(instance: xdr.ScVal | undefined): EscrowValue | undefined {
  if (instance?.type !== 'scvContractInstance') return undefined;
  const key = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);
  const stored = instance.instance.storage?.find((entry) => entry.key.equals(key))?.val;
  return stored && decodeEscrow(stored).escrow;
}

function tokenContract({ tokens }: EscrowNetwork, trustline: string): string {
  return tokens.find(({ issuer }) => issuer === trustline)?.address ?? trustline;
}

function balanceKey(token: string, holder: string): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(token).toScAddress(),
      key: xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

/** A token without an entry for a contract holds nothing for it. */
function amountOf(value: xdr.ScVal | undefined): bigint {
  const entries = value?.type === 'scvMap' ? (value.map ?? []) : [];
  const amount = entries.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === 'amount')?.val;
  return amount?.type === 'scvI128' ? scValToBigInt(amount) : 0n;
}
