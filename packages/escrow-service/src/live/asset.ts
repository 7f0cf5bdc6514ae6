/** Converts tokens between v1's names and ledger addresses. */
import { Asset } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { decimalsOfToken, instanceKey } from '../contract/token.ts';
import type { AskedAsset } from './record.ts';

/** Every Stellar asset has 7. */
const ASSET_DECIMALS = 7;

/** A contract in place of the issuer is used as it is, as the live service does. */
export function tokenOf({ address, symbol }: AskedAsset, passphrase: string): string {
  return address.startsWith('C') ? address : new Asset(symbol, address).contractId(passphrase);
}

/** The asset that a token names, if the token's address proves it; else the contract itself. */
export async function assetOf(call: Call, token: string): Promise<AskedAsset> {
  const said = async (name: string) => {
    const value = await askContract(call, token, name);
    return value?.type === 'scvString' ? value.str.toString() : '';
  };
  const [symbol = '', issuer = ''] = (await said('name')).split(':');
  try {
    if (new Asset(symbol, issuer).contractId(call.network.passphrase) === token) return { address: issuer, symbol };
  } catch {
    // Not the token of an asset.
  }
  return { address: token, symbol: await said('symbol') };
}

/** @throws NetworkTrouble */
export async function decimalsOf(call: Call, { address }: Pick<AskedAsset, 'address'>): Promise<number> {
  if (address.startsWith('G')) return ASSET_DECIMALS;
  const entries = await readEntries(call, [instanceKey(address)]);
  return (await decimalsOfToken(call, address, contractValue(entries(instanceKey(address))))) ?? ASSET_DECIMALS;
}
