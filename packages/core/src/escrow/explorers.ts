/**
 * Where anyone can look up a transaction or an escrow of a network that others share; the sandbox is on this machine.
 *
 * Sources: stellar.expert names its pages `/explorer/{network}/tx/{hash}` and `…/contract/{address}`. The escrow viewer's
 * routes are `/{network}/{address}`, with `testnet` and `mainnet` (Trustless-Work/trustlesswork-viewer, commit 6d0eeb1).
 */
import type { NetworkName } from './network.ts';

/** @param contractId of the escrow; a trustline has none. @returns undefined where the network has no such pages */
export function lookUpPages(
  network: NetworkName,
  transactionHash: string,
  contractId: string | undefined,
): { readonly transaction: string; readonly contract?: string; readonly viewer?: string } | undefined {
  if (network === 'sandbox') return undefined;
  const explorer = `https://stellar.expert/explorer/${network}`;
  const transaction = `${explorer}/tx/${transactionHash}`;
  if (contractId === undefined) return { transaction };
  const viewer = `https://viewer.trustlesswork.com/${network === 'public' ? 'mainnet' : network}/${contractId}`;
  return { transaction, contract: `${explorer}/contract/${contractId}`, viewer };
}
