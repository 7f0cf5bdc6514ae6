/** Each rule on which honest outcomes rest is needed: without it, a scene of `outcomes.proof.test.ts` fails. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import FAULTS from './outcomes/faults.json' with { type: 'json' };
import type { Finding } from './outcomes/faults-worker.ts';

test('each rule is in its file, once', () => {
  const times = ({ file, line }: (typeof FAULTS)[number]) =>
    readFileSync(new URL(`../packages/core/src/${file}`, import.meta.url), 'utf8').split(line).length - 1;
  expect(FAULTS.filter((fault) => times(fault) !== 1)).toEqual([]);
});

test('the desk passes the proof with all of its rules, and fails without any one of them', async ({ task }) => {
  const [unchanged, ...faulty] = await examine();
  expect(unchanged).toEqual({});
  expect(faulty.map(({ rule }) => rule)).toEqual(sampled(FAULTS).map(({ rule }) => rule));
  expect(faulty.filter(({ noticed }) => noticed === undefined).map(({ rule }) => rule)).toEqual([]);
  task.meta.figures = {
    proof: 'Lies about outcomes',
    rows: {
      'rules taken out of the desk, one by one': FAULTS.length,
      'noticed by the scenes': counted(faulty.length),
    },
  };
});

function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./outcomes/faults-worker.ts', import.meta.url), {
      execArgv: [],
    });
    worker.on('message', (finding: Finding) => findings.push(finding));
    worker.once('error', reject);
    worker.once('exit', () => resolve(findings));
  });
}
