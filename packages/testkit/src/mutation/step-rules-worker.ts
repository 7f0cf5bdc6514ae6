/** As `rules-worker.ts`, of steps: for each rule a copy of the comparison without it, and whether the mutants notice. */
import { parentPort } from 'node:worker_threads';
import { sampled } from '../proof/share.ts';
import { editedCopy } from './edited-copy.ts';
import type { Rule } from './rules.ts';
import type { Finding } from './rules-worker.ts';
import { isForbiddenStep, judgeStep, type StepComparison, type StepSubject, stepSubjectOf } from './step-judge.ts';
import { stepMutantsOf } from './step-mutants.ts';
import { STEP_RULES } from './step-rules.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';

type Probe = { readonly what: string; readonly subject: StepSubject; readonly base64: string };

/** Of changes that are caught by the same fields, so many are enough. */
const ENOUGH = 3;
const ONE_IN = 10;

/** One kind whole; of the others, what their contracts take in a shape of their own. */
const TOLD: readonly string[] = [
  'dispute of live-single on sandbox',
  'approve of live-single on sandbox',
  'change-status of live-multi on public',
  'release of live-multi on public',
];
const isTold = ({ name, kind, network }: ValidStep): boolean =>
  TOLD.includes(name) || (kind === 'live-multi' && network.name === 'sandbox');

const pool = probes();
post({ ...noticed(await comparison()) });
for (const rule of sampled(STEP_RULES)) post({ rule: rule.rule, ...noticed(await comparison(rule)) });

function post(finding: Finding): void {
  parentPort?.postMessage(finding);
}

async function comparison(rule?: Rule): Promise<StepComparison> {
  const files = ['envelope/read-transaction.ts', 'actions/actions.ts'];
  return (await editedCopy(files, rule)) as unknown as StepComparison;
}

/** The valid steps themselves, with another fee and end; and a few mutants for each way of being caught. */
function probes(): Probe[] {
  const found: Probe[] = [];
  for (const step of validSteps().filter(isTold)) {
    const subject = stepSubjectOf(step);
    found.push({ what: step.name, subject, base64: step.base64 });
    const kinds = new Map<string, number>();
    for (const [index, { what, path, build }] of [...stepMutantsOf(step)].entries()) {
      // Bytes at random tell nothing that a change of the tree does not; and of those there are many alike.
      const isOfTree = path !== undefined;
      const oneIn = what.endsWith('in accord') ? 3 : ONE_IN;
      if (/^bits? |^bytes /.test(what) || (isOfTree && index % oneIn !== 0)) continue;
      const base64 = build();
      if (base64 === undefined) continue;
      const verdict = judgeStep(subject, base64);
      const isAccepted = 'accepted' in verdict;
      if (!isAccepted && (!('caught' in verdict) || !isForbiddenStep(subject, base64))) continue;
      const kind = isAccepted
        ? `accepted ${verdict.accepted}`
        : `${[...new Set('caught' in verdict ? verdict.caught : [])]}`;
      const times = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, times);
      if (!isOfTree || times <= ENOUGH) found.push({ what: `${step.name}: ${what} ${path ?? ''}`, subject, base64 });
    }
  }
  return found;
}

function noticed(changed: StepComparison): { noticed?: string } {
  for (const { what, subject, base64 } of pool) {
    const verdict = judgeStep(subject, base64, changed);
    if ('wrong' in verdict) return { noticed: `${what}: ${verdict.wrong.split('\n')[0]}` };
    if (what === subject.step.name && 'caught' in verdict) return { noticed: `${what} is refused` };
  }
  return {};
}
