/**
 * "What you see is what you sign", for the steps of an escrow's life: valid transactions changed in every way that XDR
 * allows, and each changed one caught, or shown by an oracle of its own to differ in nothing but what its carrier may
 * choose. As the deploys' own proof, whose machinery it shares.
 */
import { choicesIn, type Tally, tally } from '@countersign/testkit/mutation/judge';
import { built } from '@countersign/testkit/mutation/mutants';
import { stepMutantsOf } from '@countersign/testkit/mutation/step-mutants';
import { stepSubject } from '@countersign/testkit/mutation/step-subject';
import { leafPaths } from '@countersign/testkit/mutation/tree-mutations';
import { validSteps } from '@countersign/testkit/mutation/valid-steps';
import { counted, isWhole, sampled, share } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';

/** Of each step of each kind. */
const LEAST_EACH = 500;
const LEAST_IN_ALL = 30_000;

test('every change of a valid step is caught, or stays within what its carrier may choose', ({ task }) => {
  const counts = { made: 0, leaves: 0 };
  const tallied: Tally = { caught: 0, accepted: [], wrong: [] };
  const steps = validSteps();
  for (const step of steps) {
    const mutants = [...built(sampled(stepMutantsOf(step)))];
    tally(tallied, stepSubject(step), mutants);
    const leaves = leafPaths(step.tree);
    counts.leaves += leaves.length;
    counts.made += mutants.length;
    if (!isWhole) continue;
    const touched = new Set(mutants.map(({ path }) => path));
    expect(
      leaves.filter((leaf) => !touched.has(leaf)),
      `leaves of ${step.name} that nothing changed`,
    ).toEqual([]);
    expect(mutants.length, step.name).toBeGreaterThanOrEqual(LEAST_EACH);
  }
  const choices: ReadonlyMap<string, number> = choicesIn(tallied);
  expect(tallied.wrong.slice(0, 20)).toEqual([]);
  expect(counts.made).toBe(tallied.caught + tallied.accepted.length);
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
      caught: counted(tallied.caught),
      'accepted: within what the carrier may choose': counted(tallied.accepted.length),
      ...Object.fromEntries(known.map((choice) => [`  of these: ${choice}`, counted(choices.get(choice) ?? 0)])),
      'wrongly accepted or wrongly shown': tallied.wrong.length,
    },
  };
});
