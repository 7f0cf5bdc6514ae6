/** What is asked of a service before it is used: whether it takes our credentials, and whether a sandbox is one. */
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { encodeStrKey } from '../escrow/index.ts';
import { DIALECT_NAMES, type Network } from '../escrow/network.ts';
import { baseUrlProblem, isLoopback, normaliseBaseUrl } from '../settings/base-url.ts';
import type { Credentials, Dialect } from './dialects/dialect.ts';
import { seedDialect } from './dialects/seed/seed-dialect.ts';
import { type Exchange, exchange, type WireRequest } from './http/http.ts';
import { parseReply, unreadableReply } from './http/read-reply.ts';

export { dialectFor } from './client.ts';

export type ServiceProbe = {
  /** Why it could not be reached, or why its answer is not that of an escrow service. */
  readonly problem?: CountersignError;
  /** Whether each credential was accepted; absent where the answer does not tell, or the dialect has none. */
  readonly accessToken?: boolean;
  readonly apiKey?: boolean;
  /** The service's clock minus ours, in milliseconds, as far as the request's own time does not explain it. */
  readonly clockSkewMs: number;
};

export type ProbeOptions = Credentials & {
  readonly baseUrl: string;
  /** How the service speaks HTTP; default: `seedDialect`. */
  readonly dialect?: Dialect;
};

const ANSWER_TIMEOUT_MS = 10_000;
/** A dummy account: the probe tests only whether the request is allowed. */
const NO_ONE = {
  account: encodeStrKey('account', new Uint8Array(32)),
  contract: encodeStrKey('contract', new Uint8Array(32)),
};

/** For `pnpm run doctor`. Takes two requests of the quota. Every service refuses a deploy without content, so nothing is prepared. */
export async function probeService(options: ProbeOptions): Promise<ServiceProbe> {
  const { baseUrl, dialect = seedDialect } = options;
  const deploy = await ask(baseUrl, dialect.requests.emptyDeploy(options));
  if (deploy.kind === 'failed') return { problem: deploy.error, clockSkewMs: 0 };
  const balances = await ask(baseUrl, dialect.requests.balances(NO_ONE.account, [NO_ONE.contract], options));
  const problem = problemOf(deploy, dialect) ?? problemOf(balances, dialect);
  const [deployTaken, balancesTaken] = [isTaken(deploy, dialect), isTaken(balances, dialect)];
  const hasToken = dialect.credentials.includes('accessToken');
  const accessTokenTaken = hasToken ? deployTaken : undefined;
  // One key for both is accepted if neither request refuses it.
  const apiKeyTaken = hasToken || balancesTaken === false ? balancesTaken : (deployTaken ?? balancesTaken);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(accessTokenTaken === undefined ? {} : { accessToken: accessTokenTaken }),
    ...(apiKeyTaken === undefined ? {} : { apiKey: apiKeyTaken }),
    clockSkewMs: deploy.clockSkewMs,
  };
}

const ask = (baseUrl: string, request: WireRequest, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Exchange> =>
  exchange(
    request,
    { baseUrl: normaliseBaseUrl(baseUrl), fetch, now: Date.now },
    new AbortController().signal,
    timeoutMs,
  );

/** Whether a request's credential was accepted; undefined where the answer does not tell. */
function isTaken(answer: Exchange, dialect: Dialect): boolean | undefined {
  if (answer.kind === 'failed' || problemOf(answer, dialect) !== undefined) return undefined;
  return answer.status !== 401 && answer.status !== 403;
}

/** The problem if the answer hardly came from an escrow service, or is only a temporary failure. */
function problemOf(answer: Exchange, { replies }: Dialect): CountersignError | undefined {
  if (answer.kind === 'failed') return answer.error;
  const error = replies.error(answer);
  if (error.code === 'SERVICE_REDIRECTED' || error.code === 'RATE_LIMITED') return error;
  if (answer.body.kind !== 'json') return unreadableReply(answer);
  return replies.isUnknownPath(answer) ? error : undefined;
}

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
 * Verifies that a sandbox that runs elsewhere is one: a real service must not pass for a sandbox.
 * @returns its own Stellar RPC, where it names one on this machine
 * @throws CountersignError SANDBOX_MISMATCH, and those of an unreachable service
 */
export async function requireSandbox(
  baseUrl: string,
  { dialect = 'seed', passphrase, factory, wasmHash, single, feeAddress }: Network,
  timeoutMs?: number,
): Promise<{ readonly rpcUrl?: string }> {
  const reply = await ask(baseUrl, { method: 'GET', path: '/sandbox', headers: {} }, timeoutMs);
  if (reply.kind === 'failed') throw reply.error;
  if (reply.status !== 200) throw new CountersignError('SANDBOX_MISMATCH');
  const reported = parseReply(reply, sandboxSchema);
  if (reported.networkPassphrase === passphrase && reported.dialect !== dialect)
    throw otherDialect(dialect, reported.dialect);
  const isTheSandbox =
    reported.networkPassphrase === passphrase &&
    reported.factory === factory &&
    reported.wasmHash === wasmHash &&
    reported.single?.factory === single?.factory &&
    reported.single?.wasmHash === single?.wasmHash &&
    (reported.feeAddress ?? feeAddress) === feeAddress;
  if (!isTheSandbox) throw new CountersignError('SANDBOX_MISMATCH');
  return isOnThisMachine(reported.rpcUrl) ? { rpcUrl: reported.rpcUrl } : {};
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
