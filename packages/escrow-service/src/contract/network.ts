/** The network as the service sees it: Stellar RPC and nothing else. */
import { connectRpc } from '@countersign/core/ledger';
import { type DialectName, type Network, networkWith } from '@countersign/core/network';
import type { Server } from '@stellar/stellar-sdk/rpc';

/** A network on which it is known what a deploy must call. */
export type PinnedNetwork = Network & { readonly factory: string; readonly wasmHash: string };

/** Every sandbox is pinned by its constants. */
export function sandboxNetwork(dialect: DialectName = 'seed'): PinnedNetwork {
  return networkWith('sandbox', dialect) as PinnedNetwork;
}

/** How long the service waits for a network, in milliseconds. */
export type Patience = {
  /** For one answer of the RPC. */
  readonly answerMs: number;
  /** After this nothing more is asked for a deploy or for balances, and what was asked last is waited for. */
  readonly readMs: number;
  /** The same for a send, which waits for a ledger. */
  readonly sendMs: number;
  /** Before each further try of what failed in passing. */
  readonly pausesMs: readonly number[];
  /** Between two questions after what became of a transaction. A ledger closes every five seconds or so. */
  readonly pollMs: number;
};

/** Clients give up on a deploy and on balances after 20 s and on a send after 45 s, so they get an answer before. */
export const PATIENCE: Patience = {
  answerMs: 8_000,
  readMs: 10_000,
  sendMs: 30_000,
  pausesMs: [500, 1_500, 4_000],
  pollMs: 1_000,
};

/** More than 20 entries or a transaction's result ever need. */
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
