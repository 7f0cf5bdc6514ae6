/**
 * Runs the worst cases in a thread whose heap has a limit, so that one which takes too much ends the thread. Says
 * what it is about to do, so that whoever started it knows at which one it died.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { fastest } from '@countersign/testkit/fuzz/fuzz';
import { sampled } from '@countersign/testkit/proof/share';
import { ALL_WORST_CASES } from './targets.ts';

export type WorkerTask = { readonly work: 'warm up' | 'worst cases' };
export type WorkerSays =
  | { readonly kind: 'begins'; readonly call: string }
  | { readonly kind: 'took'; readonly call: string; readonly ms: number }
  | { readonly kind: 'crashed'; readonly call: string; readonly why: string }
  | { readonly kind: 'done'; readonly heapMb: number };

const say = (said: WorkerSays) => parentPort?.postMessage(said);

for (const { target, name, input } of (workerData as WorkerTask).work === 'worst cases'
  ? sampled(ALL_WORST_CASES)
  : []) {
  const value = input() as never;
  for (const { name: step, run } of target.calls(value)) {
    const call = `${target.name}, ${step}: ${name}`;
    say({ kind: 'begins', call });
    try {
      say({ kind: 'took', call, ms: await fastest(run) });
    } catch (thrown) {
      say({ kind: 'crashed', call, why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
    }
  }
}
say({ kind: 'done', heapMb: Math.ceil(process.memoryUsage().heapUsed / 2 ** 20) });
