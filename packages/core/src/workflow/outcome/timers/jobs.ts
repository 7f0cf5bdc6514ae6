/** What is done again and again, once for all processes that share a store. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '../../../errors/errors.ts';
import type { DeskContext } from '../../context.ts';

export type Job = {
  /** One job for all processes, whatever each of them runs next to it. */
  readonly name: string;
  readonly everyMs: number;
  /** @param signal ends it: this process stops, or another one has taken it over */
  run(signal: AbortSignal): Promise<unknown>;
};

/** A process that died in the middle of a job is succeeded after so long. */
const LEASE_MS = 30_000;
/** Before a job that failed is tried again; twice as long each time, up to its period or ten minutes. */
const AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 10 * 60_000;

type JobContext = Pick<DeskContext, 'store' | 'log'>;

/** @returns how to end it; it keeps no process alive */
export function keepDoing(
  { store, log }: JobContext,
  job: Job,
  { leaseMs = LEASE_MS }: { readonly leaseMs?: number } = {},
): () => Promise<void> {
  const holder = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  const longestMs = Math.max(job.everyMs, LONGEST_AGAIN_MS);

  /** @returns how long nothing is to be done */
  const turn = async (): Promise<number> => {
    const taken = await store.takeJob(job.name, { holder, leaseMs, longestMs });
    if ('dueInMs' in taken) return Math.min(taken.dueInMs, leaseMs);
    const next = await doJob(taken.failures);
    await store.setTimer('job', job.name, holder, next);
    return Math.min(next.inMs, leaseMs);
  };
  const doJob = async (failures: number) => {
    const begun = performance.now();
    const lost = new AbortController();
    const renewal = setInterval(async () => {
      const isHeld = await store
        .setTimer('job', job.name, holder, { inMs: leaseMs, failures })
        // The lease goes on for a while.
        .catch(() => true);
      if (!isHeld) lost.abort();
    }, leaseMs / 3).unref();
    try {
      await job.run(AbortSignal.any([signal, lost.signal]));
      const inMs = Math.round(Math.max(job.everyMs - (performance.now() - begun), 0));
      return signal.aborted ? { inMs: 0, failures } : { inMs, failures: 0 };
    } catch (thrown) {
      if (signal.aborted) return { inMs: 0, failures };
      log?.('warn', `The job "${job.name}" failed: ${toCountersignError(thrown).message}`);
      const inMs = Math.min(AGAIN_MS, job.everyMs) * 2 ** failures;
      return { inMs: Math.min(inMs, longestMs), failures: failures + 1 };
    } finally {
      clearInterval(renewal);
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      const pauseMs = await turn().catch((thrown: unknown) => {
        if (!signal.aborted) log?.('warn', `The job "${job.name}" waits: ${toCountersignError(thrown).message}`);
        return AGAIN_MS;
      });
      // Never at once again: others may be at it.
      await sleep(Math.max(pauseMs, 5), undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await running;
  };
}
