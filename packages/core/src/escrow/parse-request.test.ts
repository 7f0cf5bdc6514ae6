/** What holds of any request. What each field and each whole request gives is recorded with `whole-requests.test.ts`. */
import { otherKey, requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountersignError, type FieldText } from '../errors/errors.ts';
import { spokenView } from '../words/problems.ts';
import { fromBaseUnits } from './amount.ts';
import { NETWORKS } from './network.ts';
import { parseDeployRequest } from './parse-request.ts';
import { partiesOf, payeesOf, receiverOf } from './payees.ts';
import type { DeployRequest } from './request.ts';

const problems = (changes: Record<string, unknown>) => problemsOf(requestInput(changes));

function problemsOf(input: unknown): readonly FieldText[] {
  try {
    parseDeployRequest(input);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'INPUT_INVALID')
      return spokenView(error, 'en').fields ?? [];
    throw error;
  }
  return [];
}

test('writes problems without a secret seed, a wrong address or an unusual name of a field', () => {
  const account = signerKey.publicKey();
  const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
  const wrong = `${account.slice(0, -1)}${account.endsWith('A') ? 'B' : 'A'}`;
  for (const signer of [signerKey.secret(), muxed, account.toLowerCase(), wrong]) {
    expect(JSON.stringify(problems({ signer }))).not.toContain(signer);
  }
  expect(problems({ [`S${'A'.repeat(55)}`]: 1 }).map(({ path }) => path)).toEqual(['(an odd name)']);
});

test('any amount that fits is kept exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 127n - 1n }), (units) => {
      const amount = fromBaseUnits(units, 7);
      expect(
        parseDeployRequest(requestInput({ milestones: [{ description: 'x', amount }] })).milestones[0]?.amount,
      ).toBe(amount);
    }),
  );
});

test('throws only INPUT_INVALID, whatever the JSON', () => {
  const field = fc.constantFrom('signer', 'roles', 'milestones', 'trustline', 'platformFee', 'receiverMemo', 'title');
  fc.assert(fc.property(field, fc.jsonValue(), (name, value) => Array.isArray(problems({ [name]: value }))));
  fc.assert(fc.property(fc.jsonValue(), (value) => problemsOf(value).length > 0));
});

const [ana, ben, cleo] = [signerKey.publicKey(), otherKey.publicKey(), NETWORKS.sandbox.factory];
const { receiver: _, ...others } = requestInput().roles;

/** @param own the receivers of the milestones, where they have one; @param role that of the roles */
const inputOf = (own: readonly (string | undefined)[], role?: string, more = {}) =>
  requestInput({
    roles: role === undefined ? others : { ...others, receiver: role },
    milestones: own.map((receiver, index) => ({ description: `Part ${index}`, amount: index + 1, receiver })),
    ...more,
  });

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
