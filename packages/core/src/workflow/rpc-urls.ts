import type { Pace } from '../ledger/stellar-rpc.ts';
import { withinBudget } from '../service/http/call.ts';
import { requireSandbox } from '../service/index.ts';
import { createBottleneckQuota } from '../service/quota/bottleneck-quota.ts';
import { inPlace, type Job, type Quota, type QuotaState } from '../service/quota/quota.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The settings' addresses; without any, a sandbox that runs elsewhere names its own.
 * @throws CountersignError those of `requireSandbox`
 */
export async function rpcUrlsOf({
  serviceUrl,
  network,
  rpcUrls,
  withoutRpc,
}: Pick<Settings, 'serviceUrl' | 'network' | 'rpcUrls' | 'withoutRpc'>): Promise<readonly string[]> {
  if (serviceUrl === undefined || network.name !== 'sandbox') return rpcUrls;
  const { rpcUrl } = await requireSandbox(serviceUrl, network);
  return rpcUrls.length > 0 || withoutRpc || rpcUrl === undefined ? rpcUrls : [rpcUrl];
}

/** `quota`: requests that may be made in any 60 s, to all RPCs together. */
export type RpcMetrics = QuotaState & { readonly quota: number };

/** A quota for each RPC and process: an RPC counts by address, and a public one would refuse many people together. */
export function createRpcQuota(requestsPerMinute: number) {
  const quotas: Quota[] = [];
  return {
    paceOf: (): Pace => {
      const quota = createBottleneckQuota(requestsPerMinute);
      quotas.push(quota);
      return (method, request) => {
        const { waitMs, ...job } = JOBS[method] ?? READ;
        const callOnce = () =>
          request().catch(async (error: unknown) => {
            if (isTooMany(error)) await quota.pause(TOO_MANY_PAUSE_MS);
            throw error;
          });
        return withinBudget({ deadline: Date.now() + waitMs }, Date.now, (call) => inPlace(quota, callOnce, job, call));
      };
    },
    state: (): RpcMetrics => {
      const states = quotas.map((quota) => quota.state());
      const sum = (numberOf: (state: QuotaState) => number) =>
        states.reduce((total, state) => total + numberOf(state), 0);
      return {
        quota: requestsPerMinute * quotas.length,
        tokensLeft: sum(({ tokensLeft }) => tokensLeft),
        pausedForMs: Math.max(0, ...states.map(({ pausedForMs }) => pausedForMs)),
        waiting: sum(({ waiting }) => waiting),
        refusals: sum(({ refusals }) => refusals),
      };
    },
  };
}

/** After the RPC answered that there were too many requests. */
const TOO_MANY_PAUSE_MS = 2_000;

const isTooMany = (error: unknown): boolean =>
  (error as { readonly response?: { readonly status?: unknown } } | undefined)?.response?.status === 429;

/** A signature ends within minutes, so it goes first; then what a person waits for; then reads. */
const READ = { priority: 2, needsMs: 0, waitMs: 5_000 };
const JOBS: Readonly<Record<string, Job & { readonly waitMs: number }>> = {
  sendTransaction: { priority: 0, needsMs: 0, waitMs: 20_000 },
  getTransaction: { ...READ, priority: 1 },
  simulateTransaction: { ...READ, priority: 1 },
};
