import { requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountersignError, type FieldText } from '../errors/errors.ts';
import { spokenView } from '../words/problems.ts';
import { fromBaseUnits } from './amount.ts';
import { NETWORKS, type Network } from './network.ts';
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

const roles = requestInput()['roles'] as Record<string, string>;
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
    ['trustline as a list of one', { trustline: [requestInput()['trustline']] }],
    [
      'amounts as numbers or strings',
      {
        milestones: [
          { description: 'Design', amount: 10.5 },
          { description: 'Build', amount: '20.00' },
          { description: 'Launch', amount: 1e-7 },
        ],
      },
    ],
    ['fee as a string', { platformFee: '1.50' }],
    ['fee with its sign', { platformFee: '1.5%' }],
    ['fee with its sign apart', { platformFee: ' 1.5 % ' }],
    ['the multiplier as a string', { trustline: { ...(requestInput()['trustline'] as object), decimals: '10000000' } }],
    [
      'the multiplier left out',
      { trustline: without(requestInput()['trustline'] as Record<string, unknown>, 'decimals') },
    ],
    ['a memo that is null', { receiverMemo: null }],
    [
      'milestones as stored before anyone worked on them',
      {
        milestones: (requestInput()['milestones'] as object[]).map((milestone) => ({
          ...milestone,
          status: 'peding',
          approved: false,
        })),
      },
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

  test('a problem has the path that was written', () => {
    expect(problems({ roles: [{ ...without(roles, 'release'), releaseSigner: 'x' }] })[0]?.path).toBe(
      'roles[0].releaseSigner',
    );
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a multiplier of 7', { trustline: { address: C, decimals: 7 } }, 'trustline.decimals', /write 10000000$/],
    [
      'a multiplier that is no power of ten',
      { trustline: { address: C, decimals: 15_000_000 } },
      'trustline.decimals',
      /power of ten/,
    ],
    ['basis points as the fee', { platformFee: 250 }, 'platformFee', /that is 2\.5$/],
    ['a fee that is no number of basis points', { platformFee: 99.01 }, 'platformFee', /the most the contract takes$/],
    ['a fee finer than a basis point', { platformFee: 0.125 }, 'platformFee', /basis point/],
    ['a negative fee', { platformFee: -1 }, 'platformFee', /negative/],
    [
      'an amount with 8 decimals',
      { milestones: [{ description: 'x', amount: '1.12345678' }] },
      'milestones[0].amount',
      /more decimals than the token has \(7\)/,
    ],
    ['a zero amount', { milestones: [{ description: 'x', amount: '0.0' }] }, 'milestones[0].amount', /zero/],
    [
      'an amount with thousands separators',
      { milestones: [{ description: 'x', amount: '1,000' }] },
      'milestones[0].amount',
      /can mean 1000 or 1;/,
    ],
    [
      'a number that may have been rounded',
      { milestones: [{ description: 'x', amount: 123456789.1234567 }] },
      'milestones[0].amount',
      /as a string/,
    ],
    [
      'an amount beyond i128',
      { milestones: [{ description: 'x', amount: '9'.repeat(33) }] },
      'milestones[0].amount',
      /larger/,
    ],
    ['no milestone', { milestones: [] }, 'milestones', /at least one/],
    ['51 milestones', { milestones: Array(51).fill({ description: 'x', amount: 1 }) }, 'milestones', /at most 50/],
    [
      'spellings that disagree',
      { roles: { ...roles, releaseSigner: C } },
      'roles.releaseSigner',
      /disagrees with roles\.release,/,
    ],
    ['a fraction as memo', { receiverMemo: 1.5 }, 'receiverMemo', /whole number/],
    ['a memo beyond 64 bits', { receiverMemo: '18446744073709551616' }, 'receiverMemo', /largest/],
    ['half a character', { title: '\ud83d' }, 'title', /half of a character/],
    ['control characters', { title: 'a\u0007b' }, 'title', /control/],
    ['a title that turns its letters around', { title: 'pay\u202ebob' }, 'title', /invisible characters \(U\+202E\)/],
    ['a description with a zero-width space', { description: 'a\u200bb' }, 'description', /U\+200B/],
    ['a title with an odd line end', { title: 'a\u2028b' }, 'title', /control/],
    ['a memo that is no number', { receiverMemo: 'hello' }, 'receiverMemo', /whole number/],
    ['a title with two lines', { title: 'a\nb' }, 'title', /control/],
    ['a title of which nothing shows', { title: '\u200b\u2060' }, 'title', /is empty/],
    [
      'a milestone with a field named like an object’s own',
      { milestones: [{ description: 'x', amount: 1, constructor: 1 }] },
      'milestones[0].constructor',
      /not a field/,
    ],
    ['a role named like an object’s own', { roles: { ...roles, toString: C } }, 'roles.toString', /not a field/],
    [
      'a multiplier that is an object',
      { trustline: { address: C, decimals: { valueOf: 1, toString: 1 } } },
      'trustline.decimals',
      /number/,
    ],
    ['a list in place of a text', { title: ['x'] }, 'title', /must be a text/],
  ])('%s', (_, changes, path, problem) => {
    const found = problems(changes);
    expect(found).toHaveLength(1);
    expect(found[0]?.path).toBe(path);
    expect(found[0]?.problem).toMatch(problem);
  });

  test.each<[string, string, RegExp]>([
    ['an M address', M, /muxed address/],
    ['a lower-cased address', G.toLowerCase(), /lower case/],
    ['a wrong checksum', `${G.slice(0, -1)}${G.endsWith('A') ? 'B' : 'A'}`, /checksum/],
    ['a secret seed', signerKey.secret(), /secret seed/],
    ['white space around it', ` ${G}`, /white space/],
    ['a contract', C, /only an account can sign/],
    ['something else', 'alice', /not a Stellar address/],
  ])('%s as signer has its own problem, and is not repeated', (_, signer, problem) => {
    const found = problems({ signer });
    expect(found[0]?.problem).toMatch(problem);
    expect(JSON.stringify(found)).not.toContain(signer.trim());
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

test('normalises line breaks, so that what is shown is what is signed', () => {
  expect(parseDeployRequest(requestInput({ description: 'a\r\nb\rc' })).description).toBe('a\nb\nc');
});

test('checks a known token, and reports it with all other problems', () => {
  const token = NETWORKS.sandbox.tokens[0].address;
  const bad = requestInput({
    title: '',
    milestones: [{ description: 'x', amount: 1 }],
    trustline: { address: token, decimals: 1_000_000 },
  });
  expect(() => parseDeployRequest(bad, NETWORKS.sandbox)).toThrowError(
    expect.objectContaining({
      fields: [expect.objectContaining({ path: 'title' }), expect.objectContaining({ path: 'trustline.decimals' })],
    }),
  );
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

describe('amounts of a Stellar asset', () => {
  const most = 2n ** 63n - 1n;
  const [usdc] = NETWORKS.sandbox.tokens;
  const asked = (units: readonly bigint[], address: string = usdc.address) =>
    requestInput({
      milestones: units.map((each) => ({ description: 'x', amount: fromBaseUnits(each, 7) })),
      trustline: { address },
    });
  const problemsFor = (input: unknown) => problemsOf(input, NETWORKS.sandbox);
  const TOO_LARGE = 'more than an account can hold of a Stellar asset, 922337203685.4775807';

  test('are refused above what an account can hold, each and in all', () => {
    expect(problemsFor(asked([most]))).toEqual([]);
    expect(problemsFor(asked([1n, most + 1n]))).toEqual([{ path: 'milestones[1].amount', problem: `is ${TOO_LARGE}` }]);
    expect(problemsFor(asked([most, 1n]))).toEqual([{ path: 'milestones', problem: `add up to ${TOO_LARGE}` }]);
    expect(problemsFor(asked([most + 1n], usdc.issuer))).toHaveLength(1);
  });

  test('are not limited so for a token that is not known to be one', () => {
    expect(problemsFor(asked([most + 1n], C))).toEqual([]);
  });
});
