/** STELLAR_RPC_URL: one address, or two that must agree. */
import type { NetworkName } from '../escrow/network.ts';
import { baseUrlProblem } from './base-url.ts';

const MOST = 2;
/** A public RPC is the default only on testnet, where no real money is at stake. */
const DEFAULTS: Readonly<Partial<Record<NetworkName, string>>> = { testnet: 'https://soroban-testnet.stellar.org' };

export const rpcUrlsIn = (value: string): string[] => value.split(',').map((url) => url.trim());

/** The rules of a base URL, but with a query, since providers put keys there. */
export function rpcUrlsProblem(value: string): string | undefined {
  const urls = rpcUrlsIn(value);
  if (urls.length > MOST) return `names more than ${MOST} addresses`;
  if (new Set(urls).size < urls.length) return 'names the same address twice';
  return urls
    .map((url) => baseUrlProblem(url.replace(/^([^?#]*)\?[^#]*$/, '$1')))
    .find((problem) => problem !== undefined);
}

/** @param value of STELLAR_RPC_URL. @param withoutRpc of COUNTERSIGN_WITHOUT_RPC */
export function rpcUrlsFor(network: NetworkName, value: string | undefined, withoutRpc: boolean): readonly string[] {
  if (value !== undefined) return rpcUrlsIn(value);
  const otherwise = withoutRpc ? undefined : DEFAULTS[network];
  return otherwise === undefined ? [] : [otherwise];
}

/** On the public network, trusting the service's word about outcomes must be an explicit choice. */
export function missingRpcProblem(network: NetworkName, value: string | undefined, withoutRpc: boolean) {
  return network === 'public' && value === undefined && !withoutRpc
    ? 'is missing; name a Stellar RPC of the public network, or set COUNTERSIGN_WITHOUT_RPC=true to take the service’s word for what became of a transaction'
    : undefined;
}
