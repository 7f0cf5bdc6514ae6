import { otherKey, requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountersignError, type FieldProblem, fieldProblem } from '../errors/errors.ts';
import { NETWORKS, type Network, networkWith } from './network.ts';
import { parseDeployRequest } from './parse-request.ts';
import { partiesOf, payeesOf, receiverOf } from './payees.ts';
import type { DeployRequest } from './request.ts';

const [ana, ben, cleo] = [signerKey.publicKey(), otherKey.publicKey(), NETWORKS.sandbox.factory];
const { receiver: _, ...others } = requestInput().roles;

/** @param own the receivers of the milestones, where they have one; @param role that of the roles */
const inputOf = (own: readonly (string | undefined)[], role?: string, more = {}) =>
  requestInput({
    roles: role === undefined ? others : { ...others, receiver: role },
    milestones: own.map((receiver, index) => ({ description: `Part ${index}`, amount: index + 1, receiver })),
    ...more,
  });

function problemsOf(input: unknown, network?: Network): readonly FieldProblem[] {
  try {
    parseDeployRequest(input, network);
  } catch (error) {
    if (error instanceof CountersignError) return error.fields as readonly FieldProblem[];
    throw error;
  }
  return [];
}

describe('the one form of a request', () => {
  test('names a receiver of all milestones as a role', () => {
    const plain = parseDeployRequest(inputOf([undefined, undefined], ana));
    for (const input of [inputOf([ana, ana]), inputOf([ana, undefined], ana), inputOf([ana, ana], ben)]) {
      expect(parseDeployRequest(input)).toEqual(plain);
      expect(JSON.stringify(parseDeployRequest(input))).toBe(JSON.stringify(plain));
    }
    expect(plain.roles.receiver).toBe(ana);
    expect(plain.milestones[0]).toEqual({ description: 'Part 0', amount: '1' });
  });

  test('gives each milestone its own receiver where they differ, and the roles none', () => {
    const request = parseDeployRequest(inputOf([ben, undefined, cleo, ben], ana));
    expect(request).toEqual(parseDeployRequest(inputOf([ben, ana, cleo, ben])));
    expect(request.roles).not.toHaveProperty('receiver');
    expect(request.milestones.map(({ receiver }) => receiver)).toEqual([ben, ana, cleo, ben]);
    expect([0, 1, 2, 3].map((index) => receiverOf(request, index))).toEqual([ben, ana, cleo, ben]);
    expect(payeesOf(request)).toEqual([ben, ana, cleo]);
    expect(partiesOf(request)).toEqual([...new Set([...Object.values(request.roles), ben, ana, cleo])]);
  });

  test('is the form of every request: parsed again it stays the same, and pays whom the input paid', () => {
    const party = fc.constantFrom(ana, ben, cleo);
    const own = fc.array(fc.option(party, { nil: undefined }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(own, party, (receivers, role) => {
        const request: DeployRequest = parseDeployRequest(inputOf(receivers, role));
        expect(parseDeployRequest(JSON.parse(JSON.stringify(request)))).toEqual(request);
        expect(request.milestones.map((_, index) => receiverOf(request, index))).toEqual(
          receivers.map((receiver) => receiver ?? role),
        );
        expect(request.roles.receiver === undefined).toBe(payeesOf(request).length > 1);
        expect(
          request.milestones.every(({ receiver }) => (receiver === undefined) === payeesOf(request).length < 2),
        ).toBe(true);
      }),
    );
  });

  test('reads null as no receiver of its own', () => {
    const milestones = [{ description: 'Part 0', amount: 1, receiver: null }];
    expect(parseDeployRequest(inputOf([], ana, { milestones })).roles.receiver).toBe(ana);
  });
});

describe('a receiver that is missing', () => {
  test('is asked for as a role where no milestone has one', () => {
    expect(problemsOf(inputOf([undefined, undefined]))).toEqual([fieldProblem('roles.receiver', 'MISSING')]);
  });

  test('is asked for at each milestone without one where others have one', () => {
    expect(problemsOf(inputOf([ana, undefined, undefined]))).toEqual([
      fieldProblem('milestones[1].receiver', 'MISSING'),
      fieldProblem('milestones[2].receiver', 'MISSING'),
    ]);
  });

  test('is reported with the other problems', () => {
    expect(problemsOf(inputOf(['G', undefined], undefined, { title: '' })).map(({ path }) => path)).toEqual([
      'title',
      'milestones[0].receiver',
      'milestones[1].receiver',
    ]);
  });
});

describe('different receivers', () => {
  const differing = inputOf([ana, ben, undefined], ana);
  const refused = (of: 'single' | 'service') => [fieldProblem('milestones[1].receiver', 'ANOTHER_RECEIVER', { of })];

  test.each([
    ['the sandbox', NETWORKS.sandbox],
    ['v1', networkWith('public', 'v1')],
  ])('are taken by %s', (_, network) => {
    const token = { trustline: { address: network.tokens[0]?.address } };
    expect(problemsOf({ ...differing, ...token }, network)).toEqual([]);
  });

  test('are refused where the service pays one, and equal ones are not', () => {
    const network = networkWith('testnet', 'seed');
    const token = { trustline: { address: network.tokens[0]?.address } };
    expect(problemsOf({ ...differing, ...token }, network)).toEqual(refused('service'));
    expect(problemsOf({ ...inputOf([ana, ana], ben), ...token }, network)).toEqual([]);
  });

  test('are refused in a single release, and equal ones are not', () => {
    expect(problemsOf({ ...differing, kind: 'single' })).toEqual(refused('single'));
    expect(problemsOf({ ...differing, kind: 'single' }, networkWith('testnet', 'seed'))).toEqual(
      expect.arrayContaining(refused('single')),
    );
    expect(parseDeployRequest(inputOf([ana, ana], undefined, { kind: 'single' })).roles.receiver).toBe(ana);
  });
});
