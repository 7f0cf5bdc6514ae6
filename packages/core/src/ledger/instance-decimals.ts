/** How many decimals a token has, by its instance on the network and its own word. */
import { Asset, type xdr } from '@stellar/stellar-sdk/base';

export type TokenDecimals = {
  readonly decimals: number;
  /** Whether it can never change: so with a Stellar asset, whose code is the network's own. */
  readonly forever: boolean;
};

/** Of every Stellar asset's token contract (`DECIMAL` of soroban-env-host's stellar_asset_contract). */
const ASSET_DECIMALS = 7;
/** An amount is an i128, which has 39 digits. */
const MAX_DECIMALS = 38;

/**
 * The token of a Stellar asset says in its instance which asset it is of, and its address is the hash of that and of
 * the network: where the two agree nobody has lied, the RPC included. Any other token runs code of its own, and what
 * `decimals()` returns is what every wallet believes (SEP-41); an entry in its storage is a habit of some libraries.
 * @param contract C…
 * @param instance the contract's instance on the network; absent where there is none
 * @param askToken what the contract's `decimals()` returns; nothing where it refuses
 * @returns nothing where it is not a token contract
 */
export async function instanceDecimals(
  contract: string,
  passphrase: string,
  instance: xdr.ScContractInstance | undefined,
  askToken: () => Promise<xdr.ScVal | undefined>,
): Promise<TokenDecimals | undefined> {
  if (instance === undefined) return undefined;
  if (instance.executable.type === 'contractExecutableStellarAsset') {
    return isAddressOf(instance, contract, passphrase) ? { decimals: ASSET_DECIMALS, forever: true } : undefined;
  }
  const returned = await askToken();
  if (returned?.type !== 'scvU32' || returned.u32 > MAX_DECIMALS) return undefined;
  return { decimals: returned.u32, forever: false };
}

/** Whether the asset that the instance names ("CODE:ISSUER", or "native") has its contract at this address. */
function isAddressOf({ storage }: xdr.ScContractInstance, contract: string, passphrase: string): boolean {
  const metadata = fieldOf(storage, 'METADATA');
  const name = metadata?.type === 'scvMap' ? fieldOf(metadata.map, 'name') : undefined;
  if (name?.type !== 'scvString') return false;
  const [code = '', issuer] = name.str.toString().split(':');
  try {
    const asset = code === 'native' && issuer === undefined ? Asset.native() : new Asset(code, issuer);
    return asset.contractId(passphrase) === contract;
  } catch {
    return false;
  }
}

function fieldOf(map: readonly xdr.ScMapEntry[] | null, name: string): xdr.ScVal | undefined {
  return map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}
