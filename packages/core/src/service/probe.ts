/** Checks whether the escrow service is reachable and accepts our credentials, for `pnpm run doctor`. */
import type { CountersignError } from '../errors/errors.ts';
import { encodeStrKey } from '../escrow/index.ts';
import { normaliseBaseUrl } from '../settings/base-url.ts';
import type { Credentials, Dialect } from './dialects/dialect.ts';
import { seedDialect } from './dialects/seed/seed-dialect.ts';
import { unreadableReply } from './http/failure.ts';
import { type Exchange, exchange, type WireRequest } from './http/http.ts';

export { dialectFor } from './dialects/dialect-for.ts';

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
const NOBODY = {
  account: encodeStrKey('account', new Uint8Array(32)),
  contract: encodeStrKey('contract', new Uint8Array(32)),
};

/** Takes two requests of the quota. Every service refuses a deploy without content, so nothing is prepared. */
export async function probeService(options: ProbeOptions): Promise<ServiceProbe> {
  const { baseUrl, dialect = seedDialect } = options;
  const ask = (request: WireRequest) =>
    exchange(
      request,
      { baseUrl: normaliseBaseUrl(baseUrl), fetch, now: Date.now },
      new AbortController().signal,
      ANSWER_TIMEOUT_MS,
    );
  const deploy = await ask(dialect.requests.emptyDeploy(options));
  if (deploy.kind === 'failed') return { problem: deploy.error, clockSkewMs: 0 };
  const balances = await ask(dialect.requests.balances(NOBODY.account, [NOBODY.contract], options));
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
