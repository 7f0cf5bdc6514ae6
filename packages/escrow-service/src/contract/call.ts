/** A client's request, with one time limit for all its requests to the network. */
import { setTimeout as sleep } from 'node:timers/promises';
import { contractQuestion } from '@countersign/core/ledger';
import type { Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import type { EscrowNetwork } from './network.ts';
import { firstLine, NetworkTrouble } from './refusal.ts';
import { type RpcTrouble, rpcTrouble } from './rpc-trouble.ts';

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
 * @throws NetworkTrouble where the RPC does not answer, or answers with an error of its own
 */
export async function ask<T>(call: Call, question: (rpc: Server) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await question(call.rpc);
    } catch (cause) {
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
