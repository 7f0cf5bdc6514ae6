/**
 * Runs inputs in a thread whose heap has a limit, so that one which takes too much ends the thread, and as Node loads
 * the product: a test runner's own loading makes each call into another file cost time. Says what it is about to do,
 * so that whoever started it knows at which one it died.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { fastest, fuzz } from '@countersign/testkit/fuzz/fuzz';
import { sampled } from '@countersign/testkit/proof/share';
import { ALL_WORST_CASES, TARGETS } from './targets.ts';

export type WorkerTask =
  | { readonly work: 'warm up' | 'worst cases' }
  | { readonly work: 'inputs of chance'; readonly target: string; readonly seed: number; readonly runs: number };
export type WorkerSays =
  | { readonly kind: 'begins'; readonly call: string }
  | { readonly kind: 'took'; readonly call: string; readonly ms: number }
  | { readonly kind: 'crashed'; readonly call: string; readonly why: string }
  | { readonly kind: 'done'; readonly heapMb: number };

const say = (said: WorkerSays) => parentPort?.postMessage(said);
const sayCrashed = (call: string, thrown: unknown) =>
  say({ kind: 'crashed', call, why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
const task = workerData as WorkerTask;

if (task.work === 'inputs of chance') {
  for (const target of TARGETS.filter(({ name }) => name === task.target)) {
    say({ kind: 'begins', call: target.name });
    await fuzz(target, task.seed, task.runs).catch((thrown) => sayCrashed(target.name, thrown));
  }
}
for (const { target, name, input } of task.work === 'worst cases' ? sampled(ALL_WORST_CASES) : []) {
  const value = input() as never;
  for (const { name: step, run } of target.calls(value)) {
    const call = `${target.name}, ${step}: ${name}`;
    say({ kind: 'begins', call });
    try {
      say({ kind: 'took', call, ms: await fastest(run) });
    } catch (thrown) {
      sayCrashed(call, thrown);
    }
  }
}
say({ kind: 'done', heapMb: Math.ceil(process.memoryUsage().heapUsed / 2 ** 20) });
