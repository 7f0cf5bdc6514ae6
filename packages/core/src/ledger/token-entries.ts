/** Tokens in ledger entries: what a contract holds, and a token’s decimals and asset. This module also runs in a browser. */
import { Address, Asset, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { Asset as IssuedAsset } from '../escrow/network.ts';
import { type EntryData, persistentKey } from './entry-keys.ts';
import type { Holding } from './ledger.ts';

export const balanceKey = ({ holder, token }: Holding): xdr.LedgerKey =>
  persistentKey(token, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]));

/** What a contract holds, of the entry `{ amount, authorized, clawback }`. */
export const amountIn = (data: EntryData | undefined): bigint | undefined =>
  integerIn(fieldOf(balanceIn(data), 'amount'));

/** Whether the issuer lets a contract that holds the token neither pay nor be paid. */
export function isFrozen(data: EntryData | undefined): boolean {
  const authorized = fieldOf(balanceIn(data), 'authorized');
  return authorized?.type === 'scvBool' && !authorized.b;
}

function balanceIn(data: EntryData | undefined): readonly xdr.ScMapEntry[] {
  const value = data?.type === 'contractData' ? data.contractData.val : undefined;
  return value?.type === 'scvMap' ? (value.map ?? []) : [];
}

export const integerIn = (value: xdr.ScVal | undefined): bigint | undefined =>
  value?.type === 'scvI128' ? scValToBigInt(value) : undefined;

export type TokenDecimals = {
  readonly decimals: number;
  /** Whether it can never change, as for a Stellar asset, whose code belongs to the network. */
  readonly forever: boolean;
  readonly asset?: IssuedAsset;
};

/** Of every Stellar asset's token contract (`DECIMAL` of soroban-env-host's stellar_asset_contract). */
export const ASSET_DECIMALS = 7;
/** An amount is an i128, which has 39 digits. */
const MAX_DECIMALS = 38;

/**
 * If a Stellar asset's instance and address agree, not even the RPC can have lied. Any other token runs its own code, and
 * every wallet believes what `decimals()` returns (SEP-41).
 * @param askToken asks the contract's `decimals()`; undefined where it refuses
 * @returns undefined where it is not a token contract
 */
export async function instanceDecimals(
  contract: string,
  passphrase: string,
  instance: xdr.ScContractInstance | undefined,
  askToken: () => Promise<xdr.ScVal | undefined>,
): Promise<TokenDecimals | undefined> {
  if (instance === undefined) return undefined;
  if (instance.executable.type === 'contractExecutableStellarAsset') {
    const asset = assetAt(instance, contract, passphrase);
    if (asset === undefined) return undefined;
    const [code, issuer] = [asset.getCode(), asset.getIssuer()];
    return { decimals: ASSET_DECIMALS, forever: true, ...(issuer === undefined ? {} : { asset: { code, issuer } }) };
  }
  const returned = await askToken();
  if (returned?.type !== 'scvU32' || returned.u32 > MAX_DECIMALS) return undefined;
  return { decimals: returned.u32, forever: false };
}

/** The asset that the instance names ("CODE:ISSUER", or "native"), where its contract has this address. */
export function assetAt({ storage }: xdr.ScContractInstance, contract: string, passphrase: string): Asset | undefined {
  const metadata = fieldOf(storage, 'METADATA');
  const name = metadata?.type === 'scvMap' ? fieldOf(metadata.map, 'name') : undefined;
  if (name?.type !== 'scvString') return undefined;
  const [code = '', issuer] = name.str.toString().split(':');
  try {
    const asset = code === 'native' && issuer === undefined ? Asset.native() : new Asset(code, issuer);
    return asset.contractId(passphrase) === contract ? asset : undefined;
  } catch {
    return undefined;
  }
}

export function fieldOf(map: readonly xdr.ScMapEntry[] | null, name: string): xdr.ScVal | undefined {
  return map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}
