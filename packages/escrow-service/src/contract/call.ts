/** A client’s request to the network, which is only Stellar RPC, with one time limit for all its questions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRpc, contractQuestion } from '@countersign/core/ledger';
import type { Network } from '@countersign/core/network';
import type { Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import { firstLine, NetworkTrouble } from './refusal.ts';

export type Call = EscrowNetwork & {
  /** No request starts after this; on the clock of `performance`. */
  readonly endsAt: number;
};

export function beginCall(on: EscrowNetwork, budgetMs: number): Call {
  return { ...on, endsAt: performance.now() + budgetMs };
}

/** Waits. @returns whether there is still time for a request */
export async function pause(call: Call, ms: number): Promise<boolean> {
  if (performance.now() + ms >= call.endsAt) return false;
  await sleep(ms);
  return true;
}

/**
 * Makes a request, with retries after temporary failures. Every request may be repeated: the network identifies a
 * transaction by its hash and includes it only once.
 * @param onFailure called with what the SDK throws, for each failed try
 * @throws NetworkTrouble where the RPC does not answer, or answers with an error of its own
 */
export async function ask<T>(
  call: Call,
  question: (rpc: Server) => Promise<T>,
  onFailure: (thrown: unknown) => void = () => undefined,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await question(call.rpc);
    } catch (cause) {
      onFailure(cause);
      const trouble = rpcTrouble(cause);
      const ms = pauseAfter(call, trouble, tries);
      if (ms === undefined || !(await pause(call, ms))) {
        throw new NetworkTrouble(`The network could not be reached: ${trouble.text}`, { cause: trouble });
      }
    }
  }
}

function pauseAfter({ patience }: Call, { passing, retryAfterMs }: RpcTrouble, tries: number): number | undefined {
  const ms = patience.pausesMs[tries];
  return passing && ms !== undefined ? Math.max(ms, retryAfterMs ?? 0) : undefined;
}

/**
 * Simulates a call. A HostError in the result comes from the network; any other text there is a failure of the server.
 * @throws NetworkTrouble
 */
export async function simulate(call: Call, transaction: Transaction): Promise<Api.SimulateTransactionResponse> {
  const simulation = await ask(call, (rpc) => rpc.simulateTransaction(transaction));
  if (Api.isSimulationError(simulation) && !/\bHostError\b/.test(simulation.error)) {
    throw new NetworkTrouble(`The network could not simulate the call: ${firstLine(simulation.error)}`);
  }
  return simulation;
}

/**
 * Calls a read-only function of a contract.
 * @returns undefined where the contract has no such function, or refuses
 * @throws NetworkTrouble
 */
export async function askContract(
  call: Call,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Promise<xdr.ScVal | undefined> {
  const simulation = await simulate(call, contractQuestion(call.network.passphrase, contract, name, ...args));
  return Api.isSimulationError(simulation) ? undefined : simulation.result?.retval;
}

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

/** The service's view of the network: only Stellar RPC. */
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

/** Failures of the Stellar RPC, in words that repeat nothing of its address or its answer. */
export type RpcTrouble = {
  readonly text: string;
  /** Whether a retry may succeed soon. */
  readonly passing: boolean;
  /** The pause that the RPC asked for. */
  readonly retryAfterMs?: number;
  /** The error code of JSON-RPC, where it was one. */
  readonly code?: number;
};

export const INVALID_PARAMS = -32602;

/** JSON-RPC codes of an invalid request, which a retry would not fix. */
const LASTING_CODES: readonly number[] = [-32700, -32600, -32601, INVALID_PARAMS];
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

const rpcErrorSchema = z.object({ code: z.number() });
/** A failed HTTP status, as the SDK throws it. */
const statusSchema = z.object({ response: z.object({ status: z.number(), headers: z.instanceof(Headers) }) });

function rpcTrouble(thrown: unknown): RpcTrouble {
  const status = statusSchema.safeParse(thrown);
  if (status.success) return ofStatus(status.data.response);
  if (!(thrown instanceof Error)) {
    const rpcError = rpcErrorSchema.safeParse(thrown);
    if (!rpcError.success) return UNREADABLE;
    const { code } = rpcError.data;
    return { text: `its RPC answered with error ${code}`, passing: !LASTING_CODES.includes(code), code };
  }
  if (thrown.name === 'TimeoutError' || thrown.message.startsWith('timeout of')) {
    return { text: 'its RPC did not answer in time', passing: true };
  }
  // The messages of Node's fetch for a failed connection and for a broken one.
  if (thrown.message === 'fetch failed' || thrown.message === 'terminated') {
    return { text: 'there is no connection to its RPC', passing: true };
  }
  return UNREADABLE;
}

const UNREADABLE: RpcTrouble = { text: 'its RPC answered something unreadable', passing: false };

function ofStatus({ status, headers }: { readonly status: number; readonly headers: Headers }): RpcTrouble {
  const seconds = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return {
    text: `its RPC answered with HTTP status ${status}${advice(status)}`,
    passing: status >= 500 || PASSING_STATUSES.includes(status),
    ...(seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1_000 }),
  };
}

function advice(status: number): string {
  if (status === 429) return ' (too many requests); ask again later';
  if (status === 401 || status === 403) return '; the operator should check the key in STELLAR_RPC_URL';
  if (status < 400)
    return ' (a redirect, which is not followed); the operator should set STELLAR_RPC_URL to where it leads';
  return '';
}
