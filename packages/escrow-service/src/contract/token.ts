/** An escrow's token: its decimals, and a contract's balance. */
import { instanceDecimals } from '@countersign/core/ledger';
import { Address, Contract, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from './call.ts';

/** The ledger key of a contract's instance. */
export const instanceKey = (contract: string): xdr.LedgerKey => new Contract(contract).getFootprint();

/** The ledger key of a contract's balance in the network's own token contract, and in most others. */
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
 * @param instance the entry at the token's `instanceKey`
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function decimalsOfToken(
  call: Call,
  token: string,
  instance: xdr.ScVal | undefined,
): Promise<number | undefined> {
  const found = instance?.type === 'scvContractInstance' ? instance.instance : undefined;
  const ask = () => askContract(call, token, 'decimals');
  return (await instanceDecimals(token, call.network.passphrase, found, ask))?.decimals;
}

/**
 * The token balance of `holder`, a contract, in base units.
 * @param entry the entry at the `balanceKey`; used only for a Stellar asset, whose format is known
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function balanceOfToken(
  call: Call,
  { token, holder }: { readonly token: string; readonly holder: string },
  instance: xdr.ScVal | undefined,
  entry: xdr.ScVal | undefined,
): Promise<bigint | undefined> {
  if (isStellarAsset(instance)) return entry === undefined ? 0n : amountIn(entry);
  const balance = instance && (await askContract(call, token, 'balance', Address.fromString(holder).toScVal()));
  return balance?.type === 'scvI128' ? scValToBigInt(balance) : undefined;
}

function isStellarAsset(instance: xdr.ScVal | undefined): boolean {
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
