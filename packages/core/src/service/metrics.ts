/** What the client has done and may still do: numbers alone, nothing of any request. */

/** Requests that were begun, further tries included. */
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
  /** Of them, those that could start this moment if nothing is paused. */
  tokensLeft: number;
  /** How long nothing starts because the service had too many requests; 0 if something may. */
  pausedForMs: number;
  /** Requests that wait in line for the quota. */
  waiting: number;
  /** Callers who were refused because they could not start before their deadline. */
  refusals: number;
  requests: Readonly<RequestCounts>;
  /** Replies with status 429. */
  tooManyRequests: number;
  /** Epoch milliseconds of the last reply that was no failure of the service's own; absent before the first. */
  lastAnswerAt: number | undefined;
  /** Since when no such reply came although something was asked; absent while the service answers. */
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
