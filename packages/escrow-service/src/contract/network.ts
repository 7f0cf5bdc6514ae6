/** The network as the service sees it: Stellar RPC and nothing else. */
import type { Network } from '@countersign/core/network';
import { Server } from '@stellar/stellar-sdk/rpc';

export type EscrowNetwork = {
  readonly rpc: Server;
  readonly passphrase: string;
  /** The contract that a deploy calls, C…. */
  readonly factory: string;
  /** Of the escrow contract's code. */
  readonly wasmHash: Uint8Array;
  readonly tokens: Network['tokens'];
  /** Epoch milliseconds. */
  readonly now: () => number;
};

export function connectNetwork(
  network: Network & { readonly factory: string; readonly wasmHash: string },
  rpcUrl: string,
  now: () => number,
): EscrowNetwork {
  return {
    rpc: new Server(rpcUrl, { allowHttp: rpcUrl.startsWith('http://') }),
    passphrase: network.passphrase,
    factory: network.factory,
    wasmHash: Buffer.from(network.wasmHash, 'hex'),
    tokens: network.tokens,
    now,
  };
}
