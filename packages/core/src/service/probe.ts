/** Whether the escrow service is there and takes our credentials: for `pnpm run doctor`, outside of any call. */
import type { CountersignError } from '../errors/errors.ts';
import { encodeStrKey } from '../escrow/index.ts';
import { normaliseBaseUrl } from '../settings/base-url.ts';
import type { Credentials, Dialect } from './dialects/dialect.ts';
import { seedDialect } from './dialects/seed/seed-dialect.ts';
import { unreadableReply } from './http/failure.ts';
import { type Exchange, exchange, type WireRequest } from './http/http.ts';

export { dialectFor } from './dialects/dialect-for.ts';

export type ServiceProbe = {
  /** Why it could not be asked at all, or what it answered that is no answer of such a service. */
  readonly problem?: CountersignError;
  /** Whether each credential was taken; absent where the answer does not tell, or where the dialect has no such one. */
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
/** Nobody's: the point is only whether the question is allowed. */
const NOBODY = {
  account: encodeStrKey('account', new Uint8Array(32)),
  contract: encodeStrKey('contract', new Uint8Array(32)),
};

/** Costs two requests of the quota. A deploy without content is refused by every service, and prepares nothing. */
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
  // One key for both is taken where neither refuses it.
  const apiKeyTaken = hasToken || balancesTaken === false ? balancesTaken : (deployTaken ?? balancesTaken);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(accessTokenTaken === undefined ? {} : { accessToken: accessTokenTaken }),
    ...(apiKeyTaken === undefined ? {} : { apiKey: apiKeyTaken }),
    clockSkewMs: deploy.clockSkewMs,
  };
}

/** Whether the credential of a question was taken; nothing where the answer speaks of something else. */
function isTaken(answer: Exchange, dialect: Dialect): boolean | undefined {
  if (answer.kind === 'failed' || problemOf(answer, dialect) !== undefined) return undefined;
  return answer.status !== 401 && answer.status !== 403;
}

/** What makes it unlikely that the escrow service answered at all, or answered for good. */
function problemOf(answer: Exchange, { replies }: Dialect): CountersignError | undefined {
  if (answer.kind === 'failed') return answer.error;
  const error = replies.error(answer);
  if (error.code === 'SERVICE_REDIRECTED' || error.code === 'RATE_LIMITED') return error;
  if (answer.body.kind !== 'json') return unreadableReply(answer);
  return replies.isUnknownPath(answer) ? error : undefined;
}
