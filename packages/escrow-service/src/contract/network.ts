/** The network as the service sees it: Stellar RPC and nothing else. */
import type { Network } from '@countersign/core/network';
import { Server } from '@stellar/stellar-sdk/rpc';
import { NetworkTrouble } from './refusal.ts';

/** A network on which it is known what a deploy must call. */
export type PinnedNetwork = Network & { readonly factory: string; readonly wasmHash: string };

export type EscrowNetwork = {
  readonly network: PinnedNetwork;
  readonly rpc: Server;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Clients give up on a call at 45 to 60 s, so a network that is silent must be given up on well before. */
const RPC_TIMEOUT_MS = 15_000;

export function connectNetwork(network: PinnedNetwork, rpcUrl: string, now: () => number): EscrowNetwork {
  const rpc = new Server(rpcUrl, { allowHttp: rpcUrl.startsWith('http://') });
  rpc.httpClient.defaults.timeout = RPC_TIMEOUT_MS;
  return { network, rpc, now };
}

/** @throws NetworkTrouble where the RPC does not answer, or answers with an error of its own */
export async function ask<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (cause) {
    throw new NetworkTrouble('The network could not be reached', { cause });
  }
}
