/** Calls through a quota under a fake clock, with a model of what a service would count. */
import type { CountersignError } from '@countersign/core/errors';
import { type Call, withinBudget } from '@countersign/core/internal/service/http/call';
import { inPlace, type Job, type Quota } from '@countersign/core/internal/service/quota/quota';

export const MINUTE = 60_000;
/** Time for Bottleneck, which takes one-millisecond timers for each of its steps. */
export const SOON = 200;

export type Span = { readonly start: number; end: number };
export type Outcome = { readonly at: number; readonly result: 'done' | CountersignError };

/** One call through the quota whose request takes `latency`; what it did and how it ended. */
export function call(
  quota: Quota,
  spans: Span[],
  options: { latency?: number; budget?: number; signal?: AbortSignal; job?: Partial<Job> } = {},
): Promise<Outcome> {
  const { latency = 0, budget = 45_000, signal } = options;
  const work = (budgeted: Call) =>
    inPlace(
      quota,
      async () => {
        const span = { start: performance.now(), end: Number.POSITIVE_INFINITY };
        spans.push(span);
        // Like fetch: ends early when it is aborted, and never throws here.
        await new Promise<void>((over) => {
          setTimeout(over, latency);
          budgeted.signal.addEventListener('abort', () => over());
        });
        span.end = performance.now();
      },
      { priority: 1, needsMs: 0, ...options.job },
      budgeted,
    );
  return withinBudget(
    { deadline: Date.now() + budget, ...(signal === undefined ? {} : { signal }) },
    Date.now,
    work,
  ).then(
    () => ({ at: performance.now(), result: 'done' as const }),
    (result: CountersignError) => ({ at: performance.now(), result }),
  );
}

/**
 * The most requests that a service can have counted in one 60 s window: it may see a request at any moment from
 * its start to its end, so for each choice of a window the requests that could all fall into it are counted.
 */
export function mostInAnyWindow(spans: readonly Span[]): number {
  // The worst window begins at the latest moment (the end) of some request.
  const begins = spans.map(({ end }) => end);
  return Math.max(
    0,
    ...begins.map((begin) => spans.filter(({ start, end }) => end >= begin && start <= begin + MINUTE).length),
  );
}
