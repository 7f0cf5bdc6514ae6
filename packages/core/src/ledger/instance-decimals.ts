/** A token's decimals and asset, from its instance on the network and the token itself. */
import { Asset, type xdr } from '@stellar/stellar-sdk/base';
import type { Asset as IssuedAsset } from '../escrow/network.ts';

export type TokenDecimals = {
  readonly decimals: number;
  /** Whether it can never change, as for a Stellar asset, whose code belongs to the network. */
  readonly forever: boolean;
  /** The issued asset of a Stellar asset's token. */
  readonly asset?: IssuedAsset;
};

/** Of every Stellar asset's token contract (`DECIMAL` of soroban-env-host's stellar_asset_contract). */
const ASSET_DECIMALS = 7;
/** An amount is an i128, which has 39 digits. */
const MAX_DECIMALS = 38;

/**
 * The instance of a Stellar asset's token names the asset, and its address is the hash of asset and network: if the two
 * agree, not even the RPC can have lied. Any other token runs its own code, and every wallet believes what `decimals()`
 * returns (SEP-41); an entry in its storage is only a habit of some libraries.
 * @param contract C…
 * @param instance the contract's instance on the network; absent where there is none
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
function assetAt({ storage }: xdr.ScContractInstance, contract: string, passphrase: string): Asset | undefined {
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

function fieldOf(map: readonly xdr.ScMapEntry[] | null, name: string): xdr.ScVal | undefined {
  return map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}
