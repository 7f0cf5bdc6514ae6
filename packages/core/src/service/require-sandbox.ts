/** Verifies that a sandbox that runs elsewhere is one: a real service must not pass for a sandbox. */
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
  /** Absent: `seed`, the only dialect of earlier versions. */
  dialect: z.string().optional(),
  single: z.object({ factory: z.string(), wasmHash: z.string() }).optional(),
  /** Absent in earlier versions of the seed dialect. */
  feeAddress: z.string().optional(),
  rpcUrl: z.string().optional(),
});

/**
 * @param dialect that the settings name
 * @param timeoutMs for the whole exchange
 * @returns its own Stellar RPC, where it names one on this machine
 * @throws CountersignError SANDBOX_MISMATCH if the service does not have the sandbox's constants or speaks another
 *   dialect, and those of an unreachable service
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

/** The service's word is repeated only if it is a known dialect. */
function otherDialect(wanted: DialectName, spoken: string): CountersignError {
  const isKnown = spoken === 'seed' || spoken === 'v1';
  return new CountersignError('SANDBOX_MISMATCH', {
    message: `The sandbox speaks ${isKnown ? spoken : 'another dialect'}, but ${wanted} is expected.`,
    operatorRemedy: isKnown
      ? `Set ESCROW_API_DIALECT=${spoken}, or start the service with --dialect ${wanted}.`
      : `Start the service with --dialect ${wanted}.`,
  });
}

/** A sandbox must not redirect to another machine. */
function isOnThisMachine(url: string | undefined): url is string {
  return url !== undefined && baseUrlProblem(url) === undefined && isLoopback(new URL(url).hostname);
}
