/**
 * The test of the test, in a thread of its own where TypeScript is loaded from any folder: for each rule, a copy of
 * the comparison without it, and whether the proof's mutants notice. Posts one line for each rule of this run.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { sampled } from '../proof/share.ts';
import { editedCopy } from './edited-copy.ts';
import { type Comparison, judge } from './judge.ts';
import { type Probe, probes } from './probes.ts';
import { RULES, type Rule } from './rules.ts';
import { stepProbes } from './step-probes.ts';
import { STEP_RULES } from './step-rules.ts';
import { deployInOtherUnits, NETWORK, POLICY } from './valid-deploys.ts';

export type Finding = {
  /** Absent for the copy in which nothing was changed. */
  readonly rule?: string;
  /** The mutant by which the change was noticed, and how; absent where none noticed it. */
  readonly noticed?: string;
};

/** By what the worker is given. */
const PROOFS = {
  deploys: { rules: RULES, probes, noticedFirst: noticedInOtherUnits },
  steps: { rules: STEP_RULES, probes: stepProbes, noticedFirst: () => undefined },
} as const;

const { rules, probes: probesOf, noticedFirst } = PROOFS[workerData as keyof typeof PROOFS];
const pool = probesOf();
post({ ...noticed(await comparison()) });
for (const rule of sampled(rules)) post({ rule: rule.rule, ...noticed(await comparison(rule)) });

function post(finding: Finding): void {
  parentPort?.postMessage(finding);
}

async function comparison(rule?: Rule): Promise<Comparison> {
  const files = ['envelope/read-transaction.ts', 'actions/actions.ts'];
  return (await editedCopy(files, rule)) as unknown as Comparison;
}

function noticed(changed: Comparison): { noticed?: string } {
  const first = noticedFirst(changed);
  if (first !== undefined) return { noticed: first };
  for (const { what, subject, base64 } of pool as readonly Probe[]) {
    const verdict = judge(subject, base64, changed);
    if ('wrong' in verdict) return { noticed: `${what}: ${verdict.wrong.split('\n')[0]}` };
    if (what === subject.valid.name && 'caught' in verdict) return { noticed: `${what} is refused` };
  }
  return {};
}

/** A deploy in another unit than the token's, which is refused although the request asks for it. */
function noticedInOtherUnits({ readTransaction, actionOf }: Comparison): string | undefined {
  const { request, base64 } = deployInOtherUnits();
  const read = readTransaction(base64, NETWORK.passphrase);
  const { level } = actionOf('deploy').check(read, request, { network: NETWORK, ...POLICY });
  return level === 'mismatch' ? undefined : `another unit than the token’s: ${level}`;
}
