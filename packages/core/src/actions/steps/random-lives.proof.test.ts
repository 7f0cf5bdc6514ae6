/**
 * Plays random lives of escrows of all three contracts, and compares what we announce for each step with its effect on
 * the ledger. No unit is lost, a step without unmet preconditions succeeds, and the person whose turn we report can act.
 */
import { CONTRACT_NAMES, openEscrowLife } from '@countersign/testkit/ledger/escrow-life';
import { noFindings, randomLife } from '@countersign/testkit/ledger/random-life';
import { createRandom } from '@countersign/testkit/mutation/random';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import { STEP_NAMES } from '../../escrow/steps.ts';

const LIVES = isWhole ? 2_000 : 100;
const STEPS = 40;
/** Who pays for them all has no more money than that. */
const LIVES_OF_A_LEDGER = 25;

/**
 * What the contracts let pass and is prepared for no one: a report or approval after the money is gone, a dispute of a
 * released escrow, what is so already, shares of which one of the two known ways of rounding would pay out too much,
 * and an update that would drop a milestone whose life has begun.
 */
const POINTLESS: readonly string[] = [
  'ALREADY_PAID',
  'ALREADY_RESOLVED',
  'ALREADY_REPORTED',
  'NOTHING_CHANGES',
  'ROUNDED_UP',
  'LIFE_HAS_BEGUN',
];

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

test('announces the effect of each step in random lives to the unit', ({ task }) => {
  const random = createRandom(SEED);
  const found = noFindings();
  let life = openEscrowLife();
  for (let index = 0; index < LIVES; index++) {
    if (index % LIVES_OF_A_LEDGER === 0) life = openEscrowLife();
    randomLife(life, CONTRACT_NAMES[index % CONTRACT_NAMES.length] ?? 'multi', random, STEPS, found);
  }
  expect(found.wrong.slice(0, 20)).toEqual([]);
  const codes = new Set([...found.pointless.keys()].flatMap((each) => (each.split(': ')[1] ?? '').split(', ')));
  expect([...codes].filter((code) => !POINTLESS.includes(code))).toEqual([]);
  expect([...found.done.keys()].sort()).toEqual([...STEP_NAMES].sort());
  task.meta.figures = {
    proof: 'Lives by chance',
    rows: {
      'lives of escrows on the ledger': counted(LIVES),
      'steps that each life tries': STEPS,
      'steps done, each as announced: state, payments, transaction': counted(sumOf(found.done)),
      'steps refused, by the contract too': counted(sumOf(found.refused)),
      'steps refused that the contract would let pass': counted(sumOf(found.pointless)),
      'distributions that are only announced as “about”': counted(found.about.count),
      'turns announced, each of which could be taken': counted(found.turns.count),
      'steps that did not go as announced': found.wrong.length,
    },
  };
});
