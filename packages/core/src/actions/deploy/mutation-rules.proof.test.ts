/** The test of the test: a comparison that lost one line, whichever rule it kept, fails the mutation proof. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RULES } from '@countersign/testkit/mutation/rules';
import type { Finding } from '@countersign/testkit/mutation/rules-worker';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';

test('each rule stands in its file, once', () => {
  const times = ({ file, line }: (typeof RULES)[number]) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(line).length - 1;
  expect(RULES.filter((rule) => times(rule) !== 1)).toEqual([]);
});

test('without any one of its rules the comparison fails the proof, and with all of them it passes', async ({
  task,
}) => {
  const findings = await examine();
  const [unchanged, ...edited] = findings;
  expect(unchanged).toEqual({});
  expect(edited.map(({ rule }) => rule)).toEqual(sampled(RULES).map(({ rule }) => rule));
  expect(edited.filter(({ noticed }) => noticed === undefined).map(({ rule }) => rule)).toEqual([]);
  task.meta.figures = {
    proof: 'Test of the mutation proof',
    rows: {
      'rules taken out of the comparison, one by one': RULES.length,
      'noticed by the proof': counted(edited.length),
    },
  };
});

function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../../../testkit/src/mutation/rules-worker.ts', import.meta.url), {
      execArgv: [],
    });
    worker.on('message', (finding: Finding) => findings.push(finding));
    worker.once('error', reject);
    worker.once('exit', () => resolve(findings));
  });
}
