/** The token of a request, with the decimals that were known when its transaction was compared. */
import { type DeployRequest, decimalsOfMultiplier } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import { type Reason, saidItsDecimals } from '../../words/data/risk.ts';

/**
 * The same for a transaction that was compared before. If its reasons do not say that the token was not asked, the token had
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

export function withDecimals(network: Network, address: string, decimals: number): Network {
  return { ...network, saidDecimals: { [address]: decimals } };
}
