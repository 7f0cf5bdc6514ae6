/**
 * The test of the test, in a thread of its own where TypeScript is loaded from any folder: for each rule, a copy of
 * the comparison without it, and whether the proof's mutants notice. Posts one line for each rule of this run.
 */
import { parentPort } from 'node:worker_threads';
import { sampled } from '../proof/share.ts';
import { editedComparison } from './edited-copy.ts';
import { type Comparison, judge } from './judge.ts';
import { type Probe, probes } from './probes.ts';
import { RULES } from './rules.ts';
import { deployInOtherUnits, NETWORK, POLICY } from './valid-deploys.ts';

export type Finding = {
  /** Absent for the copy in which nothing was changed. */
  readonly rule?: string;
  /** The mutant by which the change was noticed, and how; absent where nothing was. */
  readonly noticed?: string;
};

const pool = probes();
post({ ...noticed(pool, await editedComparison()) });
for (const rule of sampled(RULES)) post({ rule: rule.rule, ...noticed(pool, await editedComparison(rule)) });

function post(finding: Finding): void {
  parentPort?.postMessage(finding);
}

function noticed(all: readonly Probe[], comparison: Comparison): { noticed?: string } {
  for (const { what, subject, base64 } of all) {
    const verdict = judge(subject, base64, comparison);
    if ('wrong' in verdict) return { noticed: `${what}: ${verdict.wrong.split('\n')[0]}` };
  }
  const { request, base64 } = deployInOtherUnits();
  const read = comparison.readTransaction(base64, NETWORK.passphrase);
  const { level } = comparison.checkUnsigned(read, request, { network: NETWORK, ...POLICY });
  return level === 'mismatch' ? {} : { noticed: `another unit than the token’s: ${level}` };
}
