/** The client of the escrow service: the three operations of its interface over HTTP. */
import { CountersignError } from '../errors.ts';
import { baseUrlProblem, normaliseBaseUrl } from './base-url.ts';
import { type Call, withinBudget } from './call.ts';
import { credentialProblem } from './credential.ts';
import type { EscrowService } from './escrow-service.ts';
import { replyError } from './failure.ts';
import { getBalances } from './get-balances.ts';
import { type Exchange, exchange } from './http.ts';
import { deployReplySchema, parseReply } from './parse-reply.ts';
import { sendOutcome } from './send-outcome.ts';
import { balancesCall, deployCall, sendCall, type WireRequest } from './wire.ts';

/** A service that says nothing for so long is not going to; a send may wait for the ledger and gets all there is. */
const REPLY_TIMEOUT_MS = 20_000;

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

  const once = (request: WireRequest, call: Call, timeoutMs: number): Promise<Exchange> =>
    exchange(request, http, call.signal, timeoutMs);

  return {
    deploy: (request, callOptions = {}) =>
      withinBudget(callOptions, now, async (call) => {
        const reply = await once(deployCall(request, options.accessToken), call, REPLY_TIMEOUT_MS);
        if (reply.kind === 'failed') throw reply.error;
        if (reply.status < 200 || reply.status > 299) throw replyError(reply, request.signer);
        const { unsignedTransaction } = parseReply(reply, deployReplySchema);
        return { unsignedTransaction };
      }),
    sendTransaction: (signedXdr, callOptions = {}) =>
      withinBudget(callOptions, now, async (call) =>
        sendOutcome(await once(sendCall(signedXdr, options.accessToken), call, call.remainingMs())),
      ),
    getBalances: ({ signer, addresses }, callOptions = {}) =>
      withinBudget(callOptions, now, (call) =>
        getBalances(
          signer,
          addresses,
          (group) => once(balancesCall(signer, group, options.apiKey), call, REPLY_TIMEOUT_MS),
          callOptions.onProgress,
        ),
      ),
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
