/** Adds a request's token to the network's known ones: by constants, or as the token describes itself. */
import { type DeployRequest, decimalsOfMultiplier } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import { type Reason, saidItsDecimals } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';

/** Asks an unknown token for its decimals, and where the service wants it also its asset, if there is a Stellar RPC. Never throws. */
export async function askToken(
  { ledger, network, log }: DeskContext,
  { trustline: { address } }: Pick<DeployRequest, 'trustline'>,
  { signal }: Pick<CallOptions, 'signal'>,
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

/**
 * The same for an offer that was compared before. If its reasons do not say that the token was not asked, the token had
 * reported the request's decimals, else it would not have been offered.
 */
export function tokenAsCompared(
  network: Network,
  { trustline }: Pick<DeployRequest, 'trustline'>,
  reasons: readonly Reason[],
): Network {
  const { address } = trustline;
  const decimals = decimalsOfMultiplier(trustline.decimals);
  const isKnown = tokenDecimals(network, address) !== undefined;
  return isKnown || decimals === undefined || !saidItsDecimals(reasons, address)
    ? network
    : withDecimals(network, address, decimals);
}

function withDecimals(network: Network, address: string, decimals: number): Network {
  return { ...network, saidDecimals: { [address]: decimals } };
}
