/**
 * Runs inputs in a thread with a limited heap, so that an input that needs too much ends the thread. Node itself loads
 * the product here: a test runner's loader makes each call into another file slower. It reports each input first, so
 * that its parent knows which one killed it.
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

const say = (answer: WorkerSays) => parentPort?.postMessage(answer);
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
