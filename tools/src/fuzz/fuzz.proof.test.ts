/** The bounded part of `pnpm fuzz`, from a fixed seed; and the costliest inputs, each as large as is accepted. */
import { Worker } from 'node:worker_threads';
import { FuzzFailure, fuzz, LONGEST_MS, repeat } from '@countersign/testkit/fuzz/fuzz';
import type { Target } from '@countersign/testkit/fuzz/target';
import { counted, isWhole, sampled, share } from '@countersign/testkit/proof/share';
import { SURFACES } from '@countersign/testkit/tools/surfaces';
import { expect, test } from 'vitest';
import type { WorkerSays, WorkerTask } from './fuzz-worker.ts';
import { ALL_WORST_CASES, TARGETS } from './targets.ts';

const SEED = 20_260_801;
const RUNS: Readonly<Record<string, number>> = {
  xdr: 700,
  request: 1_500,
  reply: 1_200,
  text: 1_200,
  secrets: 400,
  'request-file': 700,
  surfaces: 300,
};
/** On top of the memory of the loaded code. */
const MOST_MB = 50;

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
let held = 0;

test.for(TARGETS.map(({ name }) => ({ name })))('inputs of chance: $name', async ({ name }) => {
  const runs = share(RUNS[name] as number);
  const { crashed } = await inWorker({ work: 'inputs of chance', target: name, seed: SEED, runs });
  expect(crashed).toEqual([]);
  held += runs;
});

test('the costliest inputs within the caps take little time and memory', async ({ task }) => {
  const loaded = await inWorker({ work: 'warm up' });
  const { calls, slow, crashed } = await inWorker({ work: 'worst cases' }, loaded.heapMb + MOST_MB);
  expect(crashed).toEqual([]);
  expect(slow).toEqual([]);
  expect(calls).toBeGreaterThan(isWhole ? 1_400 : sampled(ALL_WORST_CASES).length);
  expect(held).toBe(sum(Object.values(RUNS).map(share)));
  task.meta.figures = {
    proof: 'Fuzz',
    rows: {
      'inputs of chance, from a fixed seed': sum(Object.values(RUNS)),
      'kinds of input': TARGETS.length,
      'places where a stranger’s text comes in, as a whole': SURFACES.length,
      'inputs made to be costly, at the cap of what is read': ALL_WORST_CASES.length,
      'calls that read one': counted('over 1,400'),
      'time of a call': `under ${LONGEST_MS} ms`,
      'heap for any of them, beyond what is loaded': `under ${MOST_MB} MB`,
      'crashes, hangs and results of another shape': 0,
    },
  };
});

test('a failure is shrunk, and can be repeated from what it prints', async () => {
  const [base] = TARGETS as readonly Target<string>[];
  const broken: Target<string> = {
    ...(base as Target<string>),
    check: (text) => {
      if (text.includes('A')) throw new TypeError('an A');
    },
  };
  const failure = await fuzz(broken, 1, 100).catch((thrown: unknown) => thrown);
  if (!(failure instanceof FuzzFailure)) throw new Error('it was not noticed');
  expect(failure.message).toContain('an A');
  await expect(repeat(broken, failure.input)).rejects.toThrow('an A');
  await expect(repeat(base as Target<string>, failure.input)).resolves.toBeUndefined();
});

/** @param heapMb the most that the thread may have in use */
async function inWorker(task: WorkerTask, heapMb = 500) {
  const result = { calls: 0, heapMb: 0, slow: [] as string[], crashed: [] as string[] };
  let begun = '';
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
  });
  await new Promise<void>((resolve) => {
    worker.on('message', (answer: WorkerSays) => {
      if (answer.kind === 'begins') begun = answer.call;
      if (answer.kind === 'took') result.calls++;
      if (answer.kind === 'took' && answer.ms > LONGEST_MS)
        result.slow.push(`${answer.call} (${Math.round(answer.ms)} ms)`);
      if (answer.kind === 'crashed') result.crashed.push(`${answer.call}: ${answer.why}`);
      if (answer.kind === 'done') result.heapMb = answer.heapMb;
    });
    worker.on('error', (error) => result.crashed.push(`${begun}: ${error.message}`));
    worker.on('exit', () => resolve());
  });
  return result;
}
