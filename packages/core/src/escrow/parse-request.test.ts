import { requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountersignError, type FieldText } from '../errors/errors.ts';
import { spokenView } from '../words/problems.ts';
import { fromBaseUnits } from './amount.ts';
import type { Network } from './network.ts';
import { parseDeployRequest } from './parse-request.ts';

const G = signerKey.publicKey();
const M = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const C = 'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA';

function problems(changes: Record<string, unknown>): readonly FieldText[] {
  return problemsOf(requestInput(changes));
}

function problemsOf(input: unknown, network?: Network): readonly FieldText[] {
  try {
    parseDeployRequest(input, network);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'INPUT_INVALID')
      return spokenView(error, 'en').fields ?? [];
    throw error;
  }
  return [];
}

const { roles, trustline, milestones } = requestInput() as unknown as {
  readonly roles: Record<string, string>;
  readonly trustline: Record<string, unknown>;
  readonly milestones: readonly object[];
};
const amounts = [10.5, '20.00', 1e-7];
const without = (object: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

describe('every spelling and unit in use gives the same request', () => {
  const canonical = parseDeployRequest(requestInput());
  test.each<[string, Record<string, unknown>]>([
    ['releaseSigner', { roles: { ...without(roles, 'release'), releaseSigner: roles['release'] } }],
    [
      'plataformAddress',
      { roles: { ...without(roles, 'platformAddress'), plataformAddress: roles['platformAddress'] } },
    ],
    ['two spellings that agree', { roles: { ...roles, releaseSigner: roles['release'] } }],
    ['roles as a list of one', { roles: [roles] }],
    ['roles as a list of single ones', { roles: Object.entries(roles).map(([name, value]) => ({ [name]: value })) }],
    ['trustline as a list of one', { trustline: [trustline] }],
    ['amounts as numbers or strings', { milestones: amounts.map((amount, at) => ({ ...milestones[at], amount })) }],
    ['fee as a string', { platformFee: '1.50' }],
    ['fee with its sign', { platformFee: '1.5%' }],
    ['fee with its sign apart', { platformFee: ' 1.5 % ' }],
    ['the multiplier as a string', { trustline: { ...trustline, decimals: '10000000' } }],
    ['the multiplier left out', { trustline: without(trustline, 'decimals') }],
    ['a memo that is null', { receiverMemo: null }],
    [
      'milestones as stored before anyone worked on them',
      { milestones: milestones.map((each) => ({ ...each, status: 'peding', approved: false })) },
    ],
  ])('%s', (_, changes) => expect(parseDeployRequest(requestInput(changes))).toEqual(canonical));
});

describe('problems', () => {
  test('all are reported at once, each with its path', () => {
    const found = problems({
      signer: C,
      title: '',
      platformFee: '0.005',
      milestones: [
        { description: 'x', amount: '1.123456789' },
        { amount: -1, approved: true },
      ],
      trustline: { address: 'nowhere', decimals: 10_000_000 },
      color: 'blue',
    });
    expect(found.map(({ path }) => path).toSorted()).toEqual([
      'color',
      'milestones[0].amount',
      'milestones[1].amount',
      'milestones[1].approved',
      'milestones[1].description',
      'platformFee',
      'signer',
      'title',
      'trustline.address',
    ]);
  });

  test('every required field is asked for by name', () => {
    expect(problemsOf({}).map(({ path, problem }) => `${path} ${problem}`)).toEqual(
      ['signer', 'engagementId', 'title', 'description', 'roles', 'platformFee', 'milestones', 'trustline'].map(
        (name) => `${name} is missing`,
      ),
    );
    expect(problems({ roles: without(roles, 'release') })).toEqual([
      { path: 'roles.releaseSigner', problem: 'is missing' },
    ]);
  });

  test('are written without a secret seed or an address that is wrong', () => {
    for (const signer of [signerKey.secret(), M, G.toLowerCase(), `${G.slice(0, -1)}${G.endsWith('A') ? 'B' : 'A'}`]) {
      expect(JSON.stringify(problems({ signer }))).not.toContain(signer);
    }
  });
});

test('does not repeat an unusual field name, and cuts a thousand problems', () => {
  const odd = `S${'A'.repeat(55)}`;
  const found = problems({ [odd]: 1 });
  expect(found).toEqual([{ path: '(an odd name)', problem: expect.any(String) }]);
  const many = problems(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1])));
  expect(many).toHaveLength(51);
  expect(many.at(-1)?.problem).toBe('and 950 more problems');
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

test('treats a field with the name of an inherited property as unknown', () => {
  const smuggled = JSON.parse(`{"__proto__": {"approver": "${G}"}, "constructor": 1, "toString": 2}`);
  const { approver: _, ...others } = roles;
  const asked = Object.defineProperties({ ...others }, Object.getOwnPropertyDescriptors(smuggled));
  const found = problems({ roles: asked });
  expect(found.map(({ path }) => path).sort()).toEqual([
    'roles.__proto__',
    'roles.approver',
    'roles.constructor',
    'roles.toString',
  ]);
});
