/** The test of the mutation proofs: a comparison that lost one line, whichever rule it kept, fails them. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RULES } from '@countersign/testkit/mutation/rules';
import type { Finding } from '@countersign/testkit/mutation/rules-worker';
import { STEP_RULES } from '@countersign/testkit/mutation/step-rules';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { describe, expect, test } from 'vitest';

describe.each([
  {
    of: 'deploys',
    rules: RULES,
    proof: 'Test of the mutation proof',
    row: 'rules taken out of the comparison, one by one',
  },
  {
    of: 'steps',
    rules: STEP_RULES,
    proof: 'Test of the mutation proof of steps',
    row: 'rules taken out of the comparison of a step, one by one',
  },
])('the comparison of $of', ({ of, rules, proof, row }) => {
  test('has the line of each rule exactly once', () => {
    const times = ({ file, line }: (typeof rules)[number]) =>
      readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(line).length - 1;
    expect(rules.filter((rule) => times(rule) !== 1)).toEqual([]);
  });

  test('fails the proof without any one of its rules, and passes with all of them', async ({ task }) => {
    const [unchanged, ...edited] = await examine(of);
    expect(unchanged).toEqual({});
    expect(edited.map(({ rule }) => rule)).toEqual(sampled(rules).map(({ rule }) => rule));
    expect(edited.filter(({ noticed }) => noticed === undefined).map(({ rule }) => rule)).toEqual([]);
    task.meta.figures = { proof, rows: { [row]: rules.length, 'noticed by the proof': counted(edited.length) } };
  });
});

function examine(workerData: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../../testkit/src/mutation/rules-worker.ts', import.meta.url), {
      execArgv: [],
      workerData,
    });
    worker.on('message', (finding: Finding) => findings.push(finding));
    worker.once('error', reject);
    worker.once('exit', () => resolve(findings));
  });
}
