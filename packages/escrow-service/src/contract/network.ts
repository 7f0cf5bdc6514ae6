/** The service's view of the network: only Stellar RPC. */
import { connectRpc } from '@countersign/core/ledger';
import type { Network } from '@countersign/core/network';
import type { Server } from '@stellar/stellar-sdk/rpc';

/** A network with a pinned factory and code. */
export type PinnedNetwork = Network & { readonly factory: string; readonly wasmHash: string };

/** How long the service waits for a network, in milliseconds. */
export type Patience = {
  /** The limit of one answer of the RPC. */
  readonly answerMs: number;
  /** When a deploy or a balance query starts no more requests; a running one is still awaited. */
  readonly readMs: number;
  /** The same for a send, which waits for a ledger. */
  readonly sendMs: number;
  /** The pause before each retry. */
  readonly pausesMs: readonly number[];
  /** The pause between two lookups of an outcome. A ledger closes about every five seconds. */
  readonly pollMs: number;
};

/** Clients give up after 20 s on a deploy and on balances, and after 45 s on a send; these limits are shorter. */
export const PATIENCE: Patience = {
  answerMs: 8_000,
  readMs: 10_000,
  sendMs: 30_000,
  pausesMs: [500, 1_500, 4_000],
  pollMs: 1_000,
};

/** More than 20 entries or a transaction's result can take. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export type EscrowNetwork = {
  readonly network: PinnedNetwork;
  readonly rpc: Server;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly patience: Patience;
};

/** @param rpcUrl https, or http on loopback (checked where settings are parsed) */
export function connectNetwork(
  network: PinnedNetwork,
  rpcUrl: string,
  now: () => number,
  patience: Patience = PATIENCE,
): EscrowNetwork {
  const rpc = connectRpc(rpcUrl, { timeoutMs: patience.answerMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  return { network, rpc, now, patience };
}
