/**
 * "What you see is what you sign", for the steps of an escrow's life: valid transactions changed in every way that XDR
 * allows, and each changed one caught, or shown by an oracle of its own to differ in nothing but what its carrier may
 * choose. As the deploys' own proof, whose machinery it shares.
 */
import { judgeStep, stepSubjectOf } from '@countersign/testkit/mutation/step-judge';
import { stepLeaves, stepMutantsOf } from '@countersign/testkit/mutation/step-mutants';
import { validSteps } from '@countersign/testkit/mutation/valid-steps';
import { counted, isWhole, sampled, share } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';

/** Of each step of each kind. */
const LEAST_EACH = 500;
const LEAST_IN_ALL = 30_000;

test('every change of a valid step is caught, or stays within what its carrier may choose', ({ task }) => {
  const counts = { made: 0, caught: 0, accepted: 0, leaves: 0 };
  const choices = new Map<string, number>();
  const wrong: string[] = [];
  const steps = validSteps();
  for (const step of steps) {
    const subject = stepSubjectOf(step);
    const untouched = new Set(stepLeaves(step));
    counts.leaves += untouched.size;
    let made = 0;
    for (const { what, path, build } of sampled(stepMutantsOf(step))) {
      const base64 = build();
      if (base64 === undefined) continue;
      made++;
      if (path !== undefined) untouched.delete(path);
      const verdict = judgeStep(subject, base64);
      if ('wrong' in verdict) wrong.push(`${step.name}: ${what}: ${verdict.wrong}`);
      else if ('caught' in verdict) counts.caught++;
      else {
        counts.accepted++;
        if (verdict.accepted.length === 0) wrong.push(`${step.name}: ${what}: no difference`);
        for (const choice of verdict.accepted) choices.set(choice, (choices.get(choice) ?? 0) + 1);
      }
    }
    counts.made += made;
    if (!isWhole) continue;
    expect([...untouched], `leaves of ${step.name} that nothing changed`).toEqual([]);
    expect(made, step.name).toBeGreaterThanOrEqual(LEAST_EACH);
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(counts.made).toBe(counts.caught + counts.accepted);
  expect(counts.made).toBeGreaterThanOrEqual(share(LEAST_IN_ALL));
  const known = [
    'fee under the cap',
    'footprint',
    'operation source',
    'resources',
    'sequence',
    'source under an M address',
    'time bounds within range',
  ];
  if (isWhole) expect([...choices.keys()].sort()).toEqual(known);
  else expect(known).toEqual(expect.arrayContaining([...choices.keys()]));
  task.meta.figures = {
    proof: 'Mutation proof of the steps of a life',
    rows: {
      'valid steps of two kinds of escrow, all verified': steps.length,
      'leaves in their XDR, each changed alone': counts.leaves,
      'mutants made': counted(counts.made),
      caught: counted(counts.caught),
      'accepted: within what the carrier may choose': counted(counts.accepted),
      ...Object.fromEntries(known.map((choice) => [`  of these: ${choice}`, counted(choices.get(choice) ?? 0)])),
      'wrongly accepted or wrongly shown': wrong.length,
    },
  };
});
