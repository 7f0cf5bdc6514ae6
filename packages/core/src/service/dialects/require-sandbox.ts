/** Verifies that a sandbox that runs elsewhere is one: a real service must not pass for a sandbox. */
import * as z from 'zod';
import { CountersignError } from '../../errors/errors.ts';
import { DIALECT_NAMES, type Network } from '../../escrow/network.ts';
import { baseUrlProblem, isLoopback, normaliseBaseUrl } from '../../settings/base-url.ts';
import { exchange } from '../http/http.ts';
import { parseReply } from '../http/parse-reply.ts';

const REPLY_TIMEOUT_MS = 10_000;

const sandboxSchema = z.looseObject({
  networkPassphrase: z.string(),
  factory: z.string(),
  wasmHash: z.string(),
  dialect: z.string().default('seed'),
  single: z.object({ factory: z.string(), wasmHash: z.string() }).optional(),
  feeAddress: z.string().optional(),
  rpcUrl: z.string().optional(),
});

/**
 * @param network the sandbox by the settings, with their dialect
 * @param timeoutMs for the whole exchange
 * @returns its own Stellar RPC, where it names one on this machine
 * @throws CountersignError SANDBOX_MISMATCH if the service does not have the sandbox's constants or speaks another
 *   dialect, and those of an unreachable service
 */
export async function requireSandbox(
  baseUrl: string,
  { dialect = 'seed', passphrase, factory, wasmHash, single, feeAddress }: Network,
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
  if (said.networkPassphrase === passphrase && said.dialect !== dialect) throw otherDialect(dialect, said.dialect);
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
function otherDialect(wanted: string, spoken: string): CountersignError {
  const isKnown = DIALECT_NAMES.some((name) => name === spoken);
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
