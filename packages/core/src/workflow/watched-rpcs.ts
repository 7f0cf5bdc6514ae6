/** What became of each request to the Stellar RPCs, for logs, metrics and readiness. */
import type { Pace } from '../ledger/stellar-rpc.ts';
import type { ServiceLog } from '../service/index.ts';

export type RpcOutcome = 'ok' | 'unauthorised' | 'too-many' | 'refused' | 'failed' | 'timeout' | 'unreachable';

export type RpcExchange = {
  readonly rpc: 'first' | 'second';
  readonly method: string;
  readonly outcome: RpcOutcome;
};

type WatchOptions = {
  readonly urls: readonly string[];
  readonly log: ServiceLog | undefined;
  readonly onExchange: ((exchange: RpcExchange) => void) | undefined;
  readonly now: () => number;
  /** When a request may be made; default: at once. */
  readonly paceOf: ((url: string) => Pace) | undefined;
};

/** Logs when an RPC stops answering and when it answers again, not each request: many are made in a minute. */
export function watchRpcs({ urls, log, onExchange, now, paceOf }: WatchOptions) {
  const failing = new Map<string, { readonly failingSince: number; readonly outcome: RpcOutcome }>();
  const note = (url: string, method: string, outcome: RpcOutcome) => {
    onExchange?.({ rpc: url === urls[0] ? 'first' : 'second', method, outcome });
    const before = failing.get(url);
    const { hostname: host } = new URL(url);
    if (outcome === 'ok') {
      if (before === undefined) return;
      failing.delete(url);
      log?.('info', 'Stellar RPC answers again', { host, seconds: Math.round((now() - before.failingSince) / 1_000) });
    } else if (outcome !== 'too-many' && outcome !== before?.outcome) {
      failing.set(url, { failingSince: before?.failingSince ?? now(), outcome });
      log?.(outcome === 'unauthorised' ? 'error' : 'warn', 'Stellar RPC does not answer', { host, method, outcome });
    }
  };
  return {
    /** Since when an RPC has not answered, in epoch milliseconds; undefined while all do. */
    unansweredSince: (): number | undefined =>
      failing.size === 0 ? undefined : Math.min(...Array.from(failing.values(), ({ failingSince }) => failingSince)),
    paceOf: (url: string): Pace => {
      const pace = paceOf?.(url);
      return (method, request) => {
        const noted = async () => {
          try {
            const answer = await request();
            note(url, method, 'ok');
            return answer;
          } catch (thrown) {
            note(url, method, outcomeOf(thrown));
            throw thrown;
          }
        };
        return pace === undefined ? noted() : pace(method, noted);
      };
    },
  };
}

/** @param thrown by the SDK's client */
function outcomeOf(thrown: unknown): RpcOutcome {
  const { response, message } = thrown as {
    readonly response?: { readonly status?: number };
    readonly message?: string;
  };
  const status = response?.status;
  // It sets no code where the time is over.
  if (status === undefined) return message?.startsWith('timeout of ') ? 'timeout' : 'unreachable';
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'too-many';
  return status < 500 ? 'refused' : 'failed';
}
