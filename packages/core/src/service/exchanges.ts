/** The record of one request to the service, for logs and metrics, without its content. */
import type { RequestCounts } from './escrow-service.ts';
import type { Exchange } from './http/http.ts';

export type ServiceExchange = {
  readonly kind: keyof RequestCounts;
  readonly outcome: ReturnType<typeof outcomeOf>;
  /** The HTTP status; absent where no reply came. */
  readonly status?: number;
  /** The time it waited for the quota, in milliseconds. */
  readonly waitedMs: number;
  /** From its start to the end of the reply. */
  readonly ms: number;
  /** Ids of the calls that caused it; several where they share it. */
  readonly calls: readonly string[];
};

export function outcomeOf(exchange: Exchange) {
  if (exchange.kind === 'reply') {
    const { status } = exchange;
    if (status === 429) return 'too-many';
    if (status === 401 || status === 403) return 'unauthorised';
    return status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed';
  }
  switch (exchange.error.code) {
    case 'SERVICE_TIMEOUT':
      return 'timeout';
    case 'SERVICE_UNREACHABLE':
      return 'unreachable';
    case 'CANCELLED':
    case 'RATE_LIMITED':
      return 'cancelled';
    default:
      return 'unreadable';
  }
}

/** An operator must mend a refused key; the rest of these may pass. */
export function levelOf({ outcome }: Pick<ServiceExchange, 'outcome'>): 'info' | 'warn' | 'error' {
  if (outcome === 'unauthorised') return 'error';
  return ['failed', 'timeout', 'unreachable', 'unreadable'].includes(outcome) ? 'warn' : 'info';
}

export function exchangeFields({
  calls,
  waitedMs,
  ms,
  ...rest
}: ServiceExchange): Readonly<Record<string, string | number>> {
  return { ...rest, waitedMs: Math.round(waitedMs), ms: Math.round(ms), call: calls.join(' ') };
}
