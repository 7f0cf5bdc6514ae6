/**
 * Where anyone can look up a transaction or an escrow of a network that others share; the sandbox is on this machine.
 *
 * Sources: stellar.expert names its pages `/explorer/{network}/tx/{hash}` and `…/contract/{address}`. The escrow viewer's
 * routes are `/{network}/{address}`, with `testnet` and `mainnet` (Trustless-Work/trustlesswork-viewer, commit 6d0eeb1).
 */
import type { NetworkName } from './network.ts';

const PLACES: Readonly<Record<NetworkName, { readonly explorer: string; readonly viewer: string } | undefined>> = {
  sandbox: undefined,
  testnet: {
    explorer: 'https://stellar.expert/explorer/testnet',
    viewer: 'https://viewer.trustlesswork.com/testnet',
  },
  public: {
    explorer: 'https://stellar.expert/explorer/public',
    viewer: 'https://viewer.trustlesswork.com/mainnet',
  },
};

type LookUpPages = { readonly transaction: string; readonly contract?: string; readonly viewer?: string };

/** @param contractId of the escrow; a trustline has none. @returns empty where there is no such page */
export function lookUpPages(
  network: NetworkName,
  transactionHash: string,
  contractId: string | undefined,
): LookUpPages | undefined {
  const places = PLACES[network];
  if (places === undefined) return undefined;
  const { explorer, viewer } = places;
  const transaction = `${explorer}/tx/${transactionHash}`;
  if (contractId === undefined) return { transaction };
  return { transaction, contract: `${explorer}/contract/${contractId}`, viewer: `${viewer}/${contractId}` };
}
