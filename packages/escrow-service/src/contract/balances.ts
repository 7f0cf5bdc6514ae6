/** Balances of escrows, read from the network's entries: the escrow says its token, the token its balance. */
import { decimalsOfMultiplier, fromBaseUnits } from '@countersign/core/escrow';
import { knownToken } from '@countersign/core/network';
import { decodeEscrow, type EscrowValue } from '@countersign/core/transaction';
import { Address, Contract, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { ask, type EscrowNetwork } from './network.ts';
import { Refusal } from './refusal.ts';

export type EscrowBalance = {
  readonly address: string;
  /** Token units, as an exact decimal. */
  readonly balance: string;
};

/**
 * One entry for each address, in the order asked.
 * @throws Refusal where one of them is no escrow: the batch fails with it | NetworkTrouble
 */
export async function readBalances(on: EscrowNetwork, addresses: readonly string[]): Promise<EscrowBalance[]> {
  const instances = await readValues(
    on,
    addresses.map((address) => new Contract(address).getFootprint()),
  );
  const holdings = addresses.map((address, index) => holdingOf(on, address, instances[index]));
  const amounts = await readValues(
    on,
    holdings.map(({ key }) => key),
  );
  return holdings.map(({ address, decimals }, index) => ({
    address,
    balance: fromBaseUnits(amountOf(amounts[index]), decimals),
  }));
}

/** Where an escrow's balance stands, and in which units: its own multiplier, as the real service takes it. */
function holdingOf({ network }: EscrowNetwork, address: string, instance: xdr.ScVal | undefined) {
  const escrow = storedEscrow(instance);
  if (escrow === undefined) throw new Refusal('Escrow not found');
  const decimals = decimalsOfMultiplier(escrow.trustline.decimals);
  if (decimals === undefined) throw new Refusal('Escrow not readable: its unit multiplier is not a power of ten');
  const token = knownToken(network, escrow.trustline.address)?.address ?? escrow.trustline.address;
  return { address, decimals, key: balanceKey(token, address) };
}

/** The values of contract data entries, in the order of the keys. */
async function readValues({ rpc }: EscrowNetwork, keys: readonly xdr.LedgerKey[]): Promise<(xdr.ScVal | undefined)[]> {
  const unique = new Map(keys.map((key) => [key.toXdr('base64'), key]));
  const { entries } = await ask(rpc.getLedgerEntries(...unique.values()));
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
