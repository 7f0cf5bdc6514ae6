/** Asks a sandbox that runs elsewhere who it is. A service that is no sandbox must not pass for one. */
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { NETWORKS } from '../escrow/network.ts';
import { baseUrlProblem, isLoopback, normaliseBaseUrl } from '../settings/base-url.ts';
import { exchange } from './http/http.ts';
import { parseReply } from './http/parse-reply.ts';

const REPLY_TIMEOUT_MS = 10_000;

const sandboxSchema = z.looseObject({
  networkPassphrase: z.string(),
  factory: z.string(),
  wasmHash: z.string(),
  rpcUrl: z.string().optional(),
});

/**
 * @param timeoutMs for the whole exchange
 * @returns its own Stellar RPC, where it names one on this machine
 * @throws CountersignError SANDBOX_MISMATCH if what answers is not the sandbox whose constants stand in core, and
 *   those of an unreachable service
 */
export async function requireSandbox(
  baseUrl: string,
  timeoutMs = REPLY_TIMEOUT_MS,
): Promise<{ readonly rpcUrl?: string }> {
  const reply = await exchange(
    { method: 'GET', path: '/sandbox', headers: {} },
    { baseUrl: normaliseBaseUrl(baseUrl), fetch, now: Date.now },
    new AbortController().signal,
    timeoutMs,
  );
  if (reply.kind === 'failed') throw reply.error;
  if (reply.status !== 200) throw new CountersignError('SANDBOX_MISMATCH');
  const said = parseReply(reply, sandboxSchema);
  const { passphrase, factory, wasmHash } = NETWORKS.sandbox;
  if (said.networkPassphrase !== passphrase || said.factory !== factory || said.wasmHash !== wasmHash) {
    throw new CountersignError('SANDBOX_MISMATCH');
  }
  return isOnThisMachine(said.rpcUrl) ? { rpcUrl: said.rpcUrl } : {};
}

/** A sandbox sends nobody anywhere else. */
function isOnThisMachine(url: string | undefined): url is string {
  return url !== undefined && baseUrlProblem(url) === undefined && isLoopback(new URL(url).hostname);
}
