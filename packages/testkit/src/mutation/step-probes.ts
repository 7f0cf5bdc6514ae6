/** A few mutants of steps for each way of being caught: enough to notice the loss of any one rule. */
import { isForbidden, judge } from './judge.ts';
import type { Probe } from './probes.ts';
import { stepMutantsOf } from './step-mutants.ts';
import { stepSubject } from './step-subject.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';

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
export function stepProbes(): Probe[] {
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
