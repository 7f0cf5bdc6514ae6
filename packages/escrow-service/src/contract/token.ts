/** The token of an escrow, asked itself: its units, and what it keeps for a contract. */
import { tokenDecimals } from '@countersign/core/ledger';
import { Address, Contract, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from './call.ts';

/** Where a contract's instance stands. */
export const instanceKey = (contract: string): xdr.LedgerKey => new Contract(contract).getFootprint();

/** Where the network's own token contract, and most others, keep what a contract holds. */
export function balanceKey(token: string, holder: string): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(token).toScAddress(),
      key: xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

/**
 * @param instance what stands under the token's `instanceKey`
 * @returns nothing where it is no token
 * @throws NetworkTrouble
 */
export async function decimalsOfToken(
  call: Call,
  token: string,
  instance: xdr.ScVal | undefined,
): Promise<number | undefined> {
  const found = instance?.type === 'scvContractInstance' ? instance.instance : undefined;
  const ask = () => askContract(call, token, 'decimals');
  return (await tokenDecimals(token, call.network.passphrase, found, ask))?.decimals;
}

/**
 * What `holder`, a contract, has of the token, in base units.
 * @param entry what stands under the `balanceKey`; only of an issued asset is it known what that means
 * @returns nothing where it is no token
 * @throws NetworkTrouble
 */
export async function balanceOfToken(
  call: Call,
  { token, holder }: { readonly token: string; readonly holder: string },
  instance: xdr.ScVal | undefined,
  entry: xdr.ScVal | undefined,
): Promise<bigint | undefined> {
  if (isIssuedAsset(instance)) return entry === undefined ? 0n : amountIn(entry);
  const balance = instance && (await askContract(call, token, 'balance', Address.fromString(holder).toScVal()));
  return balance?.type === 'scvI128' ? scValToBigInt(balance) : undefined;
}

function isIssuedAsset(instance: xdr.ScVal | undefined): boolean {
  return (
    instance?.type === 'scvContractInstance' && instance.instance.executable.type === 'contractExecutableStellarAsset'
  );
}

/** `{ amount, authorized, clawback }` */
function amountIn(value: xdr.ScVal): bigint | undefined {
  const entries = value.type === 'scvMap' ? (value.map ?? []) : [];
  const amount = entries.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === 'amount')?.val;
  return amount?.type === 'scvI128' ? scValToBigInt(amount) : undefined;
}
