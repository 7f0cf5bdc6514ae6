/** Refuses texts that exceed a network's limits exactly where the ledger would, and names the text to shorten. */
import { request, requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { fastest, LONGEST_MS } from '@countersign/testkit/fuzz/fuzz';
import { CONTRACT_NAMES, type ContractName, openEscrowLife } from '@countersign/testkit/ledger/escrow-life';
import { V1 } from '@countersign/testkit/ledger/live-escrow';
import { describe, expect, test } from 'vitest';
import { CountersignError, type FieldText, fieldProblem } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { escrowOfKind, escrowOnChain, kindOfRequest } from '../../kinds/escrow-of-request.ts';
import { spokenView } from '../../words/problems.ts';
import { parseDeploy, sizeProblems } from './parse-deploy.ts';

const life = openEscrowLife();

/** A request of so many milestones, each with a description of this many letters. */
const asking = (name: ContractName, count: number, length: number, letter = 'x') =>
  requestInput({
    ...(name === 'single' ? { kind: 'single' } : {}),
    description: letter.repeat(length),
    milestones: Array.from({ length: count }, () => ({ description: letter.repeat(length), amount: '1' })),
  });

function problemsOf(input: unknown): readonly FieldText[] {
  try {
    parseDeploy(input, V1);
    return [];
  } catch (error) {
    if (error instanceof CountersignError) return spokenView(error, 'en').fields ?? [];
    throw error;
  }
}

function settles(name: ContractName, actionRequest: DeployRequest): boolean {
  const kind = kindOfRequest(actionRequest);
  const value = kind.encode(escrowOfKind(kind, escrowOnChain(actionRequest, V1)));
  return !('error' in life.create(name, value));
}

describe('ten milestones of 500 characters', () => {
  const problems = problemsOf(asking('multi', 10, 500));

  test('are refused, each with the length that would do', () => {
    expect(problems.map(({ path }) => path)).toEqual([
      'description',
      ...Array.from({ length: 10 }, (_, index) => `milestones[${index}].description`),
    ]);
    const [{ problem } = { problem: '' }] = problems;
    const answer =
      /^has 500 characters; all texts together have (\d+) too many for one Stellar transaction; shorten this one to (\d+)$/;
    const [, excess, most] = answer.exec(problem)?.map(Number) ?? [];
    expect(excess).toBe(11 * (500 - Number(most)));
    const others = new Set(problems.slice(1).map((each) => each.problem));
    expect(others).toEqual(new Set([`has 500 characters; shorten this one to ${most}`]));
  });

  test('settle at that length, and would fail with one character more', () => {
    const most = Number(/(\d+)$/.exec(problems[0]?.problem ?? '')?.[1]);
    const [fits, exceeds] = [asking('multi', 10, most), asking('multi', 10, most + 1)];
    expect(problemsOf(fits)).toEqual([]);
    expect(problemsOf(exceeds)).toHaveLength(11);
    const asked = (length: number) => request(asking('multi', 10, length));
    expect(settles('multi', asked(most))).toBe(true);
    expect(settles('multi', asked(most + 1))).toBe(false);
  });
});

test('counts what a character takes on the ledger', () => {
  const most = (letter: string) =>
    Number(/(\d+)$/.exec(problemsOf(asking('multi', 10, 500, letter))[0]?.problem ?? '')?.[1]);
  expect(Math.floor(most('x') / 2)).toBe(most('é'));
  expect(Math.floor(most('x') / 4)).toBe(most('🚀'));
});

test('names only the texts that are longer than there is room for', () => {
  const input = asking('multi', 10, 300);
  const milestones = input.milestones.map((each, index) =>
    index < 5 ? { ...each, description: 'x'.repeat(500) } : each,
  );
  expect(problemsOf({ ...input, milestones }).map(({ path }) => path)).toEqual(
    Array.from({ length: 5 }, (_, index) => `milestones[${index}].description`),
  );
});

test.each([
  ['multi', 10, 200],
  ['single', 10, 200],
  ['single', 30, 100],
] as const)('allows what settles: in a %s release %i milestones of %i characters', (name, count, length) => {
  const input = asking(name, count, length);
  expect(problemsOf(input)).toEqual([]);
  expect(settles(name, request(input))).toBe(true);
});

test('as many milestones as fit into a multi release settle; for more, the refusal says how many', () => {
  expect(settles('multi', request(asking('multi', 22, 20)))).toBe(true);
  expect(settles('multi', request(asking('multi', 23, 20)))).toBe(false);
  expect(problemsOf(asking('multi', 22, 20))).toEqual([]);
  expect(problemsOf(asking('multi', 30, 100))).toEqual([
    {
      path: 'milestones',
      problem:
        'has 30 milestones; one Stellar transaction has room for 22, with short texts; a single release, which is paid all at once, has room for more',
    },
  ]);
});

test('milestones of a single release are refused where they leave no room for a report on each', () => {
  const problems = sizeProblems(request(asking('single', 40, 44)), V1);
  expect(problems[0]?.problem).toMatchObject({ code: 'TEXTS_TOO_LONG', params: { why: { reports: 40 } } });
  expect(sizeProblems(request(asking('single', 50, 20)), V1)).toEqual([
    fieldProblem('milestones', 'NO_ROOM_FOR_MILESTONES', { count: 50, most: 40 }),
  ]);
});

test.each(CONTRACT_NAMES)(
  'finds out how much to shorten in little time: 30 and 50 milestones in a %s release',
  async (name) => {
    for (const [count, length] of [
      [30, 500],
      [50, 500],
      [50, 20],
    ] as const) {
      const actionRequest = request(asking(name, count, length));
      expect(await fastest(() => sizeProblems(actionRequest, V1))).toBeLessThan(LONGEST_MS);
    }
  },
);
