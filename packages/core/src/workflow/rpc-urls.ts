/** The Stellar RPCs that a desk asks. */
import { requireSandbox } from '../service/index.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The settings' addresses; without any, a sandbox that runs elsewhere names its own.
 * @throws CountersignError those of `requireSandbox`
 */
export async function rpcUrlsOf({
  serviceUrl,
  network,
  rpcUrls,
  withoutRpc,
}: Pick<Settings, 'serviceUrl' | 'network' | 'rpcUrls' | 'withoutRpc'>): Promise<readonly string[]> {
  if (serviceUrl === undefined || network.name !== 'sandbox') return rpcUrls;
  const { rpcUrl } = await requireSandbox(serviceUrl, network);
  return rpcUrls.length > 0 || withoutRpc || rpcUrl === undefined ? rpcUrls : [rpcUrl];
}
