/**
 * The test of the test, in a thread of its own where TypeScript is loaded from any folder: for each rule, a copy of
 * the comparison without it, and whether the proof's mutants notice. Posts one line for each rule of this run.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { sampled } from '../proof/share.ts';
import { editedCopy } from './edited-copy.ts';
import { type Comparison, isForbidden, judge } from './judge.ts';
import { type Probe, probes } from './probes.ts';
import { RULES, type Rule } from './rules.ts';
import { stepMutantsOf } from './step-mutants.ts';
import { STEP_RULES } from './step-rules.ts';
import { stepSubject } from './step-subject.ts';
import { deployInOtherUnits, NETWORK, POLICY } from './valid-deploys.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';

export type Finding = {
  /** Absent for the copy in which nothing was changed. */
  readonly rule?: string;
  /** The mutant by which the change was noticed, and how; absent where none noticed it. */
  readonly noticed?: string;
};

/** Of changes that are caught by the same fields, so many are enough. */
const ENOUGH = 3;
const ONE_IN = 10;

/** One kind whole; of the others, what their contracts take in a shape of their own. */
const OF_OTHER_KINDS: readonly string[] = [
  'dispute of live-single on sandbox',
  'approve of live-single on sandbox',
  'change-status of live-multi on public',
  'release of live-multi on public',
];
const isProbed = ({ name, kind, network }: ValidStep): boolean =>
  OF_OTHER_KINDS.includes(name) || (kind === 'live-multi' && network.name === 'sandbox');

/** The valid steps themselves, with another fee and end; and a few mutants for each way of being caught. */
function stepProbes(): Probe[] {
  const found: Probe[] = [];
  for (const step of validSteps().filter(isProbed)) {
    const subject = stepSubject(step);
    found.push({ what: step.name, subject, base64: step.base64 });
    const kinds = new Map<string, number>();
    for (const [index, { what, path, build }] of [...stepMutantsOf(step)].entries()) {
      // Bytes at random show nothing that a change of the tree does not; and of those there are many alike.
      const isOfTree = path !== undefined;
      const oneIn = what.endsWith('in accord') ? 3 : ONE_IN;
      if (/^bits? |^bytes /.test(what) || (isOfTree && index % oneIn !== 0)) continue;
      const base64 = build();
      if (base64 === undefined) continue;
      const verdict = judge(subject, base64);
      if (!('accepted' in verdict) && !('caught' in verdict && isForbidden(subject, base64))) continue;
      const kind = 'accepted' in verdict ? `accepted ${verdict.accepted}` : `${[...new Set(verdict.caught)]}`;
      const times = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, times);
      if (!isOfTree || times <= ENOUGH) found.push({ what: `${step.name}: ${what} ${path ?? ''}`, subject, base64 });
    }
  }
  return found;
}

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
