/** Figures of the client: only numbers, nothing of any request. */

/** Requests that were begun, including retries. */
export type RequestCounts = {
  send: number;
  deploy: number;
  fund: number;
  steps: number;
  balances: number;
  rows: number;
  reindex: number;
};

export type ServiceMetrics = Readonly<{
  /** Requests that may be made in any 60 s. */
  quota: number;
  /** How many of them could start right now, unless paused. */
  tokensLeft: number;
  /** How long requests are paused after a 429; 0 if they are not. */
  pausedForMs: number;
  /** Requests that wait for the quota. */
  waiting: number;
  /** Callers who were refused because they could not start before their deadline. */
  refusals: number;
  requests: Readonly<RequestCounts>;
  /** Replies with status 429. */
  tooManyRequests: number;
  /** Epoch milliseconds of the last reply that was not a failure of the service; absent before the first. */
  lastAnswerAt: number | undefined;
  /** Since when requests have got no such reply; absent while the service answers. */
  unansweredSince: number | undefined;
}>;

/** The metrics on one line of a log. */
export function metricsLine({ quota, tokensLeft, requests, refusals, tooManyRequests }: ServiceMetrics): string {
  const { send, deploy, fund, steps, balances, rows, reindex } = requests;
  return (
    `Requests: ${send} sends, ${deploy} deploys, ${fund} payments, ${steps} steps, ${balances} balance reads, ${rows + reindex} others; ${tokensLeft} of ${quota} left for now. ` +
    `Refused for the quota: ${refusals} here, ${tooManyRequests} by the service.`
  );
}
