/** The test of the steps' mutation proof: a comparison that lost one line, whichever rule it kept, fails it. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Finding } from '@countersign/testkit/mutation/rules-worker';
import { STEP_RULES } from '@countersign/testkit/mutation/step-rules';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';

test('each rule of a step stands in its file, once', () => {
  const times = ({ file, line }: (typeof STEP_RULES)[number]) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(line).length - 1;
  expect(STEP_RULES.filter((rule) => times(rule) !== 1)).toEqual([]);
});

test('without any one of its rules a step’s comparison fails the proof, and with all of them it passes', async ({
  task,
}) => {
  const [unchanged, ...edited] = await examine();
  expect(unchanged).toEqual({});
  expect(edited.map(({ rule }) => rule)).toEqual(sampled(STEP_RULES).map(({ rule }) => rule));
  expect(edited.filter(({ noticed }) => noticed === undefined).map(({ rule }) => rule)).toEqual([]);
  task.meta.figures = {
    proof: 'Test of the mutation proof of steps',
    rows: {
      'rules taken out of the comparison of a step, one by one': STEP_RULES.length,
      'noticed by the proof': counted(edited.length),
    },
  };
});

function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../../../testkit/src/mutation/step-rules-worker.ts', import.meta.url), {
      execArgv: [],
    });
    worker.on('message', (finding: Finding) => findings.push(finding));
    worker.once('error', reject);
    worker.once('exit', () => resolve(findings));
  });
}
