import { CountersignError } from '../../errors/errors.ts';
import type { EscrowChange } from '../../words/data/schemas.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { followEscrows } from './follow.ts';

const PROGRESS_EVERY_MS = 1_000;

/** @returns undefined if there is none in time, or no ledger to ask. @throws CountersignError CANCELLED */
export async function nextChanges(
  context: DeskContext,
  contractId: string,
  timeoutMs: number,
  { signal, onProgress }: CallOptions,
): Promise<readonly EscrowChange[]> {
  if (context.poller === undefined) return [];
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<readonly EscrowChange[]>();
  const give = () => resolve([]);
  const timer = setTimeout(give, timeoutMs);
  const progress = setInterval(
    () => onProgress?.(Math.round(performance.now() - started), timeoutMs),
    PROGRESS_EVERY_MS,
  );
  signal?.addEventListener('abort', give, { once: true });
  const following = await followEscrows(context, { escrows: [contractId] }, resolve);
  try {
    if (signal?.aborted) give();
    const changes = await promise;
    if (signal?.aborted) throw new CountersignError('CANCELLED');
    return changes;
  } finally {
    clearTimeout(timer);
    clearInterval(progress);
    signal?.removeEventListener('abort', give);
    await following.stop();
  }
}
