/** Adds a request's token to the network's known ones: by constants, or as the token describes itself. */

import type { DeployRequest } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import { withDecimals } from '../model/token-decimals.ts';

/** Asks an unknown token for its decimals, and where the service wants it also its asset, if there is a Stellar RPC. Never throws. */
export async function askToken(
  { ledger, network, log }: DeskContext,
  { trustline: { address } }: Pick<DeployRequest, 'trustline'>,
  { signal }: SignalOptions,
): Promise<Network> {
  if (ledger === undefined || tokenDecimals(network, address) !== undefined) return network;
  const decimals = await ledger.decimalsOf(address, signal);
  if (decimals !== undefined) {
    const named = withDecimals(network, address, decimals);
    const asset = network.namesTokensByAsset === true ? await ledger.assetOf(address, signal) : undefined;
    return asset === undefined ? named : { ...named, saidAssets: { [address]: asset } };
  }
  log?.('warn', `Stellar RPC did not return the decimals of token ${address}, so its escrow is only partly verified.`);
  return network;
}
