/** What the client has done and has before it, for logs and for `doctor`: numbers alone, nothing of any request. */

/** Counts since the client was made, kept by whoever does it. */
export type Tally = {
  requests: { send: number; deploy: number; balances: number };
  retries: number;
  tooManyRequests: number;
  duplicates: number;
  sharedReads: number;
  cacheHits: number;
};

export type ServiceMetrics = Readonly<{
  /** Requests that may be made in any 60 s. */
  quota: number;
  /** Of them, those that could start this moment if nothing is paused. */
  tokensLeft: number;
  /** Requests on their way. */
  running: number;
  /** Requests that wait for their turn. */
  waiting: Readonly<Tally['requests']>;
  /** How long nothing starts because the service had too many requests; 0 if something may. */
  pausedForMs: number;
  /** Callers who were told at once that their turn would come too late. */
  refusals: number;
  /** Requests that were begun, further tries included. */
  requests: Readonly<Tally['requests']>;
  /** Of them, those that were further tries. */
  retries: number;
  /** Answers with status 429. */
  tooManyRequests: number;
  /** Deploys and addresses that were not asked for because they were being asked for. */
  duplicates: number;
  /** Reads that went out in another caller's request. */
  sharedReads: number;
  /** Addresses answered by what was read shortly before. */
  cacheHits: number;
  /** Balances that are remembered. */
  cached: number;
}>;

export function newTally(): Tally {
  return {
    requests: { send: 0, deploy: 0, balances: 0 },
    retries: 0,
    tooManyRequests: 0,
    duplicates: 0,
    sharedReads: 0,
    cacheHits: 0,
  };
}

/** The metrics on one line of a log. */
export function metricsLine(metrics: ServiceMetrics): string {
  const { quota, tokensLeft, requests, retries, tooManyRequests, refusals, duplicates, sharedReads, cacheHits } =
    metrics;
  const { send, deploy, balances } = requests;
  return (
    `Requests: ${send} sends, ${deploy} deploys, ${balances} balance reads (${retries} of them further tries); ` +
    `${tokensLeft} of ${quota} left for now. Refused for the quota: ${refusals} here, ${tooManyRequests} by the service. ` +
    `Not asked twice: ${duplicates}; in another’s request: ${sharedReads}; remembered: ${cacheHits}.`
  );
}
