/** The client of the escrow service: the three operations of its interface over HTTP. */
import { CountersignError } from '../errors/errors.ts';
import { baseUrlProblem, normaliseBaseUrl } from '../settings/base-url.ts';
import { credentialProblem } from '../settings/credential.ts';
import { createBalanceReader } from './balances/balance-reader.ts';
import { getBalances } from './balances/get-balances.ts';
import type { Asked } from './balances/read-batch.ts';
import { createSingleFlight } from './balances/single-flight.ts';
import { deployReplySchema, parseReply } from './dialects/seed/parse-reply.ts';
import { sendOutcome } from './dialects/seed/send-outcome.ts';
import { balancesCall, deployCall, sendCall, type WireRequest } from './dialects/seed/wire.ts';
import type { EscrowService } from './escrow-service.ts';
import { type Call, withinBudget } from './http/call.ts';
import { DEFAULT_429_PAUSE_MS, replyError } from './http/failure.ts';
import { type Exchange, exchange, type Reply } from './http/http.ts';
import { withRetries } from './http/retry.ts';
import type { RequestCounts } from './metrics.ts';
import { createLimiter } from './quota/limiter.ts';

/** A service that says nothing for so long is not going to; a send may wait for the ledger and gets all there is. */
const REPLY_TIMEOUT_MS = 20_000;

/** A signature lives for a minute or two, so a send goes first; a deploy is waited for, balances can be read later. */
const TURNS = {
  // A send that is cut off leaves an unknown outcome, so it does not start without time for a ledger or two.
  send: { priority: 0, needsMs: 15_000 },
  deploy: { priority: 1, needsMs: 2_000 },
  balances: { priority: 2, needsMs: 1_000 },
} as const;
type Kind = keyof typeof TURNS;

/** Dates in replies are cut to seconds; less than this is no news. */
const NOTABLE_SKEW_MS = 5_000;

export type EscrowServiceOptions = {
  /** https, or http on loopback; without credentials. */
  readonly baseUrl: string;
  /** Bearer token of deploy and send. */
  readonly accessToken: string;
  /** x-api-key of the balance query. */
  readonly apiKey: string;
  /** Requests that this client makes in any 60 s at most. */
  readonly requestsPerMinute: number;
  readonly fetch?: typeof fetch;
  /** Wall clock in epoch milliseconds: for deadlines and for the dates in replies. */
  readonly now?: () => number;
  readonly log?: ServiceLog;
};

/** Lines for the operator, in our own words alone. */
export type ServiceLog = (level: 'debug' | 'warn', message: string) => void;

/** @throws CountersignError SETTING_INVALID if the base address or a credential cannot be used */
export function createEscrowService(options: EscrowServiceOptions): EscrowService {
  requireUsable(options);
  const now = options.now ?? Date.now;
  const http = { baseUrl: normaliseBaseUrl(options.baseUrl), fetch: options.fetch ?? fetch, now };

  const limiter = createLimiter(options.requestsPerMinute);
  const log = options.log ?? (() => {});
  const requests: RequestCounts = { send: 0, deploy: 0, balances: 0 };
  let tooManyRequests = 0;

  /** One request, in its turn; what it says is settled when that comes. */
  const ask = (kind: Kind, request: () => WireRequest, call: Call, timeoutMs = REPLY_TIMEOUT_MS): Promise<Exchange> => {
    const once = async () => {
      requests[kind]++;
      const callers = [...call.callers];
      for (const caller of callers) caller.onRequest(1 / callers.length);
      const result = await exchange(request(), http, call.signal, timeoutMs);
      if (result.kind === 'reply') notice(result);
      return result;
    };
    return limiter.run(once, TURNS[kind], call);
  };
  const askAgain = (kind: Kind, request: () => WireRequest, call: Call): Promise<Exchange> =>
    withRetries(() => ask(kind, request, call), call);

  let skewSaid = false;
  const notice = ({ status, retryAfterMs, clockSkewMs }: Reply) => {
    if (status === 429) {
      tooManyRequests++;
      const ms = retryAfterMs ?? DEFAULT_429_PAUSE_MS;
      limiter.pause(ms);
      log('warn', `The escrow service had too many requests; nothing is sent for ${Math.ceil(ms / 1_000)} s.`);
    }
    if (Math.abs(clockSkewMs) >= NOTABLE_SKEW_MS && !skewSaid) {
      skewSaid = true;
      const side = clockSkewMs > 0 ? 'ahead of' : 'behind';
      log(
        'warn',
        `The escrow service’s clock is ${Math.round(Math.abs(clockSkewMs) / 1_000)} s ${side} this machine’s.`,
      );
    }
  };

  const deploys = createSingleFlight<{ readonly unsignedTransaction: string }>(limiter.review);
  const askBalances = async (signer: string, choose: () => readonly string[], call: Call): Promise<Asked> => {
    let addresses: readonly string[] = [];
    let sentAt = 0;
    const wire = () => {
      addresses = choose();
      sentAt = now();
      return balancesCall(signer, addresses, options.apiKey);
    };
    return { exchange: await askAgain('balances', wire, call), addresses, sentAt };
  };
  const balances = createBalanceReader({ ask: askBalances, joined: limiter.review });

  return {
    deploy: (request, callOptions = {}) =>
      withinBudget(callOptions, now, (call) => {
        const wire = deployCall(request, options.accessToken);
        return deploys.run(wire.body ?? '', call, async (shared) => {
          const result = await askAgain('deploy', () => wire, shared);
          if (result.kind === 'failed') throw result.error;
          if (result.status < 200 || result.status > 299) throw replyError(result, request.signer);
          const { unsignedTransaction } = parseReply(result, deployReplySchema);
          return { unsignedTransaction };
        });
      }),
    sendTransaction: (signedXdr, callOptions = {}) =>
      withinBudget(callOptions, now, async (call) => {
        const wire = sendCall(signedXdr, options.accessToken);
        return sendOutcome(await ask('send', () => wire, call, call.remainingMs()));
      }),
    getBalances: ({ signer, addresses }, { onProgress, ...callOptions } = {}) =>
      withinBudget(callOptions, now, (call) => {
        const read = (group: readonly string[]) => balances.read(signer, group, call);
        return getBalances(addresses, { read, now }, onProgress);
      }),
    balancesChanged: balances.changed,
    metrics: () => {
      const { tokensLeft, pausedForMs, refusals } = limiter.view();
      const quota = options.requestsPerMinute;
      return { quota, tokensLeft, pausedForMs, refusals, requests: { ...requests }, tooManyRequests };
    },
  };
}

/** Fetch would put a bad header value into its own error, so a bad credential is found before it gets there. */
function requireUsable(options: EscrowServiceOptions): void {
  const fields = [
    { path: 'baseUrl', problem: baseUrlProblem(options.baseUrl) },
    { path: 'accessToken', problem: credentialProblem(options.accessToken) },
    { path: 'apiKey', problem: credentialProblem(options.apiKey) },
  ].flatMap(({ path, problem }) => (problem === undefined ? [] : [{ path, problem }]));
  if (fields.length > 0) throw new CountersignError('SETTING_INVALID', { fields });
}
