/**
 * The proof behind "what you see is what you sign": valid deploys changed in every way that XDR allows, and each
 * changed one caught by the comparison, or shown by an oracle of its own to differ in nothing but what the service
 * may choose. `actions/mutation-rules.proof.test.ts` shows that this proof would notice a missing rule.
 */
import { deploySubject } from '@countersign/testkit/mutation/deploy-subject';
import { choicesIn, judge, type Tally, tally } from '@countersign/testkit/mutation/judge';
import { mutantsOf } from '@countersign/testkit/mutation/mutants';
import { BOUNDED, SAME } from '@countersign/testkit/mutation/oracle';
import { encodeTree } from '@countersign/testkit/mutation/rust-codec';
import { structuralMutations } from '@countersign/testkit/mutation/structural';
import { leafPaths } from '@countersign/testkit/mutation/tree-mutations';
import {
  deployInOtherUnits,
  liveDeploys,
  NETWORK,
  POLICY,
  unpinnedDeploys,
  validDeploy,
} from '@countersign/testkit/mutation/valid-deploys';
import { counted, isWhole, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { checkUnsigned } from './check-deploy.ts';

const deploys = Array.from({ length: 10 }, (_, index) => validDeploy(index + 1));

test('every change of a valid deploy is caught, means the same, or stays within what the service may choose', ({
  task,
}) => {
  const counts = { made: 0, judged: 0, leaves: 0 };
  const tallied: Tally = { caught: 0, accepted: [], wrong: [] };
  for (const deploy of deploys) {
    const untouched = new Set(leafPaths(deploy.tree));
    const mutants = [...mutantsOf(deploy)];
    counts.made += mutants.length;
    for (const { path } of mutants) if (path !== undefined) untouched.delete(path);
    const judged = sampled(mutants);
    counts.judged += judged.length;
    tally(tallied, deploySubject(deploy), judged);
    counts.leaves += leafPaths(deploy.tree).length;
    expect([...untouched], `leaves of ${deploy.name} that nothing changed`).toEqual([]);
  }
  const { caught, accepted, wrong } = tallied;
  const choices: ReadonlyMap<string, number> = choicesIn(tallied);
  const same = accepted.filter((made) => made.every((choice) => choice in SAME)).length;
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(counts.judged).toBe(caught + accepted.length);
  expect(counts.made).toBeGreaterThan(10_000);
  // A choice on the list that no mutant makes would be a hole in the proof, or one entry too many.
  const known = [...BOUNDED, ...Object.keys(SAME)].sort();
  if (isWhole) expect([...choices.keys()].sort()).toEqual(known);
  else expect(known).toEqual(expect.arrayContaining([...choices.keys()]));
  task.meta.figures = {
    proof: 'Mutation proof',
    rows: {
      'valid deploys, all verified': deploys.length,
      'leaves in their XDR, each changed alone': counts.leaves,
      'mutants made': counts.made,
      caught: counted(caught),
      'accepted: the same on chain': counted(same),
      'accepted: within what the service may choose': counted(accepted.length - same),
      ...Object.fromEntries(known.map((choice) => [`  of these: ${choice}`, counted(choices.get(choice) ?? 0)])),
      'wrongly accepted or wrongly shown': wrong.length,
    },
  };
});

test.each(unpinnedDeploys())('$name: at most partly verified, and no change of it is more', (deploy) => {
  const subject = deploySubject(deploy);
  const encoded = structuralMutations(deploy).map(({ tree }) => encodeTree(tree));
  const verdicts = encoded.filter((base64) => base64 !== undefined).map((base64) => judge(subject, base64));
  expect(verdicts.filter((verdict) => 'wrong' in verdict)).toEqual([]);
  expect(verdicts.filter((verdict) => 'caught' in verdict).length).toBeGreaterThan(200);
});

test('catches every change to the escrows that are live today, unless it stays within the same choices', ({ task }) => {
  const tallied: Tally = { caught: 0, accepted: [], wrong: [] };
  let made = 0;
  for (const deploy of liveDeploys()) {
    const mutants = [...mutantsOf(deploy)];
    made += mutants.length;
    tally(tallied, deploySubject(deploy), sampled(mutants));
  }
  expect(tallied.wrong.slice(0, 20)).toEqual([]);
  expect(made).toBeGreaterThan(800);
  if (isWhole) expect(tallied.accepted.length).toBeGreaterThan(20);
  task.meta.figures = {
    proof: 'Mutation proof',
    rows: {
      'mutants of deploys as they are live today, multi and single release': made,
      'of these caught': counted(tallied.caught),
      'of these accepted: within what the service may choose': counted(tallied.accepted.length),
    },
  };
});

test('amounts in another unit than the token’s are refused, also where the request asks for them', () => {
  const { request, base64 } = deployInOtherUnits();
  const check = checkUnsigned(readTransaction(base64, NETWORK.passphrase), request, { network: NETWORK, ...POLICY });
  expect(check).toMatchObject({ level: 'mismatch', differences: [{ field: 'trustline.decimals' }] });
});
