/** Asks a sandbox that runs elsewhere who it is. A service that is no sandbox must not pass for one. */
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { type DialectName, networkWith } from '../escrow/network.ts';
import { baseUrlProblem, isLoopback, normaliseBaseUrl } from '../settings/base-url.ts';
import { exchange } from './http/http.ts';
import { parseReply } from './http/parse-reply.ts';

const REPLY_TIMEOUT_MS = 10_000;

const sandboxSchema = z.looseObject({
  networkPassphrase: z.string(),
  factory: z.string(),
  wasmHash: z.string(),
  /** Absent: `seed`, which is all that earlier ones speak. */
  dialect: z.string().optional(),
  single: z.object({ factory: z.string(), wasmHash: z.string() }).optional(),
  /** Earlier ones of the seed name none. */
  feeAddress: z.string().optional(),
  rpcUrl: z.string().optional(),
});

/**
 * @param dialect that the settings name
 * @param timeoutMs for the whole exchange
 * @returns its own Stellar RPC, where it names one on this machine
 * @throws CountersignError SANDBOX_MISMATCH if what answers is not the sandbox whose constants stand in core, or speaks another dialect, and
 *   those of an unreachable service
 */
export async function requireSandbox(
  baseUrl: string,
  dialect: DialectName = 'seed',
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
  const { passphrase, factory, wasmHash, single, feeAddress } = networkWith('sandbox', dialect);
  const spoken = said.dialect ?? 'seed';
  if (said.networkPassphrase === passphrase && spoken !== dialect) throw otherDialect(dialect, spoken);
  const isTheSandbox =
    said.networkPassphrase === passphrase &&
    said.factory === factory &&
    said.wasmHash === wasmHash &&
    said.single?.factory === single?.factory &&
    said.single?.wasmHash === single?.wasmHash &&
    (said.feeAddress ?? feeAddress) === feeAddress;
  if (!isTheSandbox) throw new CountersignError('SANDBOX_MISMATCH');
  return isOnThisMachine(said.rpcUrl) ? { rpcUrl: said.rpcUrl } : {};
}

/** What it said is repeated only where it is a dialect. */
function otherDialect(wanted: DialectName, spoken: string): CountersignError {
  const isKnown = spoken === 'seed' || spoken === 'v1';
  return new CountersignError('SANDBOX_MISMATCH', {
    message: `The sandbox speaks ${isKnown ? spoken : 'another dialect'}, but ${wanted} is expected.`,
    operatorRemedy: isKnown
      ? `Set ESCROW_API_DIALECT=${spoken}, or start the service with --dialect ${wanted}.`
      : `Start the service with --dialect ${wanted}.`,
  });
}

/** A sandbox sends nobody anywhere else. */
function isOnThisMachine(url: string | undefined): url is string {
  return url !== undefined && baseUrlProblem(url) === undefined && isLoopback(new URL(url).hostname);
}
