import { CountersignError } from '../errors/errors.ts';
import type { DialectName, Network } from '../escrow/network.ts';
import { baseUrlProblem, normaliseBaseUrl } from '../settings/base-url.ts';
import { credentialProblem } from '../settings/given-value.ts';
import { type BalanceQuestion, createBalanceReader, mostBalanceRequests } from './balances/balance-reader.ts';
import { getBalances } from './balances/get-balances.ts';
import type { Credentials, Dialect, Question } from './dialects/dialect.ts';
import { sandboxDialect, seedDialect } from './dialects/seed/seed-dialect.ts';
import { v1Dialect } from './dialects/v1/v1-dialect.ts';
import type { EscrowService, RequestCounts, RowsQuery, ServiceCallOptions } from './escrow-service.ts';
import { exchangeFields, levelOf, outcomeOf, type ServiceExchange } from './exchanges.ts';
import { type Call, createSingleFlight, pause, withinBudget } from './http/call.ts';
import { type Exchange, exchange, type Reply, retryDelay, type WireRequest } from './http/http.ts';
import { DEFAULT_429_PAUSE_MS } from './http/read-reply.ts';
import { createBottleneckQuota } from './quota/bottleneck-quota.ts';
import type { Job, Quota } from './quota/quota.ts';

/** The reply timeout, except for a send, which may wait for the ledger and gets the call's whole time. */
const REPLY_TIMEOUT_MS = 20_000;

/** A signature expires within minutes, so a send goes first; then deploys, which people wait for; then balances. */
const JOBS = {
  // An interrupted send has an unknown outcome, so it needs time for a ledger or two.
  send: { priority: 0, needsMs: 15_000 },
  deploy: { priority: 1, needsMs: 2_000 },
  fund: { priority: 1, needsMs: 2_000 },
  steps: { priority: 1, needsMs: 2_000 },
  balances: { priority: 2, needsMs: 1_000 },
  rows: { priority: 2, needsMs: 1_000 },
  reindex: { priority: 2, needsMs: 1_000 },
} as const satisfies Record<keyof RequestCounts, Job>;
type Kind = keyof typeof JOBS;

/** A smaller clock skew is not reported: dates in replies are cut to seconds. */
const NOTABLE_SKEW_MS = 5_000;

export type EscrowClientOptions = Credentials & {
  /** Where the paths of the interface begin: https, or http on loopback; without credentials. */
  readonly baseUrl: string;
  /** Requests that this client makes in any 60 s at most; the service allows 50 for each key. */
  readonly requestsPerMinute: number;
  /** How the service speaks HTTP; default: `seedDialect`. */
  readonly dialect?: Dialect;
  /** Counts `requestsPerMinute`; default: a quota of this process. */
  readonly quota?: Quota;
  readonly fetch?: typeof fetch;
  /** Wall clock in epoch milliseconds: for deadlines and for the dates in replies. */
  readonly now?: () => number;
  readonly log?: ServiceLog;
  readonly onExchange?: (exchange: ServiceExchange) => void;
};

/** Log lines for the operator, in our own words only. */
export type ServiceLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, string | number>>,
) => void;

/**
 * Creates the client of one escrow service. All users in this process share it, with its quota and its requests.
 * @returns its operations; each call takes 45 s at most unless it names a deadline
 * @throws CountersignError SETTING_INVALID if the base address or a credential cannot be used
 *
 * @example
 * const client = createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 50 });
 * const { unsignedTransaction } = await client.deploy(request);
 * const outcome = await client.sendTransaction(await signInWallet(unsignedTransaction));
 * if (outcome.kind === 'accepted') client.balancesChanged(escrow);
 * const { entries } = await client.getBalances({ signer: request.signer, addresses: [escrow] });
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowService {
  const { dialect = seedDialect, quota = createBottleneckQuota(options.requestsPerMinute) } = options;
  requireUsable(options, dialect);
  const now = options.now ?? Date.now;
  const http = { baseUrl: normaliseBaseUrl(options.baseUrl), fetch: options.fetch ?? fetch, now };
  const log = options.log ?? (() => {});
  const requests: RequestCounts = { send: 0, deploy: 0, fund: 0, steps: 0, balances: 0, rows: 0, reindex: 0 };
  let tooManyRequests = 0;
  let lastAnswerAt: number | undefined;
  let unansweredSince: number | undefined;

  /** Takes a place of the quota, makes the request, and makes it again after a passing failure, while the call has time. */
  const ask = async (kind: Kind, request: () => WireRequest, call: Call): Promise<Exchange> => {
    // A send is made once, and may wait for the ledger.
    const isOnce = kind === 'send';
    const timeoutMs = isOnce ? call.remainingMs() : REPLY_TIMEOUT_MS;
    for (let tries = 1; ; tries++) {
      const askedAt = performance.now();
      const release = await quota.take(JOBS[kind], call);
      const startedAt = performance.now();
      let result: Exchange;
      try {
        call.signal.throwIfAborted();
        const calls = countRequest(kind, call);
        result = await exchange(request(), http, call.signal, timeoutMs);
        report(result, call, { kind, calls, waitedMs: startedAt - askedAt, ms: performance.now() - startedAt });
        if (result.kind === 'reply') await notice(result);
      } finally {
        release();
      }
      const delay = isOnce ? undefined : retryDelay(result, tries);
      if (delay === undefined || delay >= call.remainingMs()) return result;
      await pause(delay, call.signal);
    }
  };

  /** @returns the ids of the calls that cause it */
  const countRequest = (kind: Kind, call: Call): readonly string[] => {
    requests[kind]++;
    const callers = [...call.callers];
    for (const caller of callers) caller.onRequest(1 / callers.length);
    return [...new Set(callers.flatMap(({ ids }) => ids?.() ?? []))];
  };
  const report = (result: Exchange, call: Call, about: Omit<ServiceExchange, 'outcome' | 'status'>): void => {
    if (result.kind === 'reply' && result.status < 500) {
      lastAnswerAt = now();
      unansweredSince = undefined;
    } else if (!call.signal.aborted) unansweredSince ??= now();
    const status = result.kind === 'reply' ? { status: result.status } : {};
    const exchanged: ServiceExchange = { ...about, outcome: outcomeOf(result), ...status };
    log(levelOf(exchanged), 'request to the escrow service', exchangeFields(exchanged));
    options.onExchange?.(exchanged);
  };
  let isSkewLogged = false;
  const notice = async ({ status, retryAfterMs, clockSkewMs }: Reply): Promise<void> => {
    if (Math.abs(clockSkewMs) >= NOTABLE_SKEW_MS && !isSkewLogged) {
      isSkewLogged = true;
      const side = clockSkewMs > 0 ? 'ahead of' : 'behind';
      log(
        'warn',
        `The escrow service’s clock is ${Math.round(Math.abs(clockSkewMs) / 1_000)} s ${side} this machine’s.`,
      );
    }
    if (status !== 429) return;
    tooManyRequests++;
    const ms = retryAfterMs ?? DEFAULT_429_PAUSE_MS;
    log('warn', `The escrow service had too many requests; nothing is sent for ${Math.ceil(ms / 1_000)} s.`);
    await quota.pause(ms);
  };

  const deploys = createSingleFlight<{ readonly unsignedTransaction: string }>(quota.callersChanged);
  const askBalances = async (signer: string, choose: () => readonly string[], call: Call): Promise<BalanceQuestion> => {
    let addresses: readonly string[] = [];
    let sentAt = 0;
    const wire = () => {
      addresses = choose();
      sentAt = now();
      return dialect.requests.balances(signer, addresses, options);
    };
    return { exchange: await ask('balances', wire, call), addresses, sentAt };
  };
  const balances = createBalanceReader({ dialect, ask: askBalances, callersChanged: quota.callersChanged });

  return {
    deploy: (request, { asset, ...callOptions } = {}) =>
      withinBudget(callOptions, now, (call) => {
        const wire = dialect.requests.deploy(request, options, asset);
        return deploys.run(`${wire.path} ${wire.body}`, call, async (shared) => {
          const result = await ask('deploy', () => wire, shared);
          if (result.kind === 'failed') throw result.error;
          return dialect.replies.deploy(result, request);
        });
      }),
    sendTransaction: (signedXdr, callOptions = {}) =>
      withinBudget(callOptions, now, async (call) => {
        const wire = dialect.requests.send(signedXdr, options);
        return dialect.replies.send(await ask('send', () => wire, call));
      }),
    getBalances: ({ signer, addresses }, { onProgress, ...callOptions } = {}) =>
      withinBudget(callOptions, now, (call) => {
        const read = (group: readonly string[]) => balances.read(signer, group, call);
        return getBalances(addresses, { maxAddresses: dialect.maxAddresses, read, now }, onProgress);
      }),
    ...furtherCalls({ dialect, credentials: options, ask, now }),
    balancesChanged: balances.changed,
    mostBalanceRequests: (addresses) => mostBalanceRequests(addresses, dialect),
    metrics: () => ({
      ...quota.state(),
      quota: options.requestsPerMinute,
      requests: { ...requests },
      tooManyRequests,
      lastAnswerAt,
      unansweredSince,
    }),
  };
}

/** Fetch would repeat an invalid header value in its error, so credentials are checked first. */
function requireUsable(options: EscrowClientOptions, { credentials }: Dialect): void {
  const fields = [
    { path: 'baseUrl', problem: baseUrlProblem(options.baseUrl) },
    ...credentials.map((path) => ({ path, problem: credentialProblem(options[path] ?? '') })),
  ].flatMap(({ path, problem }) => (problem === undefined ? [] : [{ path, problem }]));
  if (fields.length > 0) throw new CountersignError('SETTING_INVALID', { fields });
}

type Name = 'fund' | 'steps' | 'reindex' | 'rows';

/** Operations that only some dialects have: building a payment or a later step, re-indexing, listing escrows. */
type FurtherCallsOptions = {
  readonly dialect: Dialect;
  readonly credentials: Credentials;
  readonly ask: (name: Name, request: () => WireRequest, call: Call) => Promise<Exchange>;
  readonly now: () => number;
};

function furtherCalls({ dialect, credentials, ask, now }: FurtherCallsOptions): Pick<EscrowService, Name> {
  const { fund, steps, reindex, rows, maxAddresses } = dialect;

  async function answer<Asked, Answer>(name: Name, question: Question<Asked, Answer>, request: Asked, call: Call) {
    const wire = question.request(request, credentials);
    const result = await ask(name, () => wire, call);
    if (result.kind === 'failed') throw result.error;
    return question.read(result, request);
  }
  const alone =
    <Asked, Answer>(name: Name, question: Question<Asked, Answer>) =>
    (request: Asked, options: ServiceCallOptions = {}): Promise<Answer> =>
      withinBudget(options, now, (call) => answer(name, question, request, call));

  return {
    ...(fund === undefined ? {} : { fund: alone('fund', fund) }),
    ...(steps === undefined ? {} : { steps: { builds: steps.builds, build: alone('steps', steps.question) } }),
    ...(reindex === undefined ? {} : { reindex: alone('reindex', reindex) }),
    ...(rows === undefined
      ? {}
      : {
          rows: (query, options = {}) =>
            withinBudget(options, now, async (call) => {
              const found = [];
              for (const part of parts(query, maxAddresses)) found.push(...(await answer('rows', rows, part, call)));
              return found;
            }),
        }),
  };
}

function parts(query: RowsQuery, most: number): RowsQuery[] {
  if (!('contractIds' in query)) return [query];
  const contractIds = [...new Set(query.contractIds)];
  const groups = [];
  for (let at = 0; at < contractIds.length; at += most) groups.push({ contractIds: contractIds.slice(at, at + most) });
  return groups;
}

const DIALECTS: Readonly<Record<DialectName, (network: Network) => Dialect>> = {
  // Only our own seed service has more than docs/interface.md.
  seed: ({ name }) => (name === 'sandbox' ? sandboxDialect : seedDialect),
  v1: v1Dialect,
};

export const dialectFor = (network: Network): Dialect => DIALECTS[network.dialect ?? 'seed'](network);
