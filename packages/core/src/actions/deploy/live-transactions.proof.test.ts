/**
 * The mutation proof over the two deploys that the live service itself built on testnet: each changed in every way that
 * XDR allows, and each changed one caught, or shown by the oracle to differ in nothing but what the service may choose.
 */
import { deploySubject } from '@countersign/testkit/mutation/deploy-subject';
import { choicesIn, type Tally, tally } from '@countersign/testkit/mutation/judge';
import { mutantsOf } from '@countersign/testkit/mutation/mutants';
import { BOUNDED, type Choice } from '@countersign/testkit/mutation/oracle';
import { leafPaths } from '@countersign/testkit/mutation/tree-mutations';
import { realDeploys } from '@countersign/testkit/mutation/valid-deploys';
import { counted, isWhole, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';

const CHOICES: readonly Choice[] = [...BOUNDED, 'operation source'];

test('every change of a real deploy is caught, or stays within what the service may choose', ({ task }) => {
  const made: Record<string, number> = {};
  const tallied: Tally = { caught: 0, accepted: [], wrong: [] };
  for (const deploy of realDeploys()) {
    const mutants = [...mutantsOf(deploy)];
    const changed = new Set(mutants.map(({ path }) => path));
    expect(leafPaths(deploy.tree).filter((leaf) => !changed.has(leaf))).toEqual([]);
    expect(mutants.length).toBeGreaterThan(1_000);
    made[`mutants of ${deploy.name}`] = mutants.length;
    tally(tallied, deploySubject(deploy), sampled(mutants));
  }
  const choices = choicesIn(tallied);
  expect(tallied.wrong.slice(0, 20)).toEqual([]);
  if (isWhole) expect([...choices.keys()].sort()).toEqual(CHOICES.toSorted());
  else expect(CHOICES).toEqual(expect.arrayContaining([...choices.keys()]));
  task.meta.figures = {
    proof: 'Mutation proof of the deploys that the live service built',
    rows: {
      ...made,
      caught: counted(tallied.caught),
      'accepted: within what the service may choose': counted(tallied.accepted.length),
      ...Object.fromEntries(CHOICES.map((choice) => [`  of these: ${choice}`, counted(choices.get(choice) ?? 0)])),
      'wrongly accepted or wrongly shown': tallied.wrong.length,
    },
  };
});
