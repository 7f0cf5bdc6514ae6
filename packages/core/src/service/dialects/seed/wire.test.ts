import { REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandJsonNumber, fromBaseUnits, MAX_BASE_UNITS } from '../../../escrow/index.ts';
import { parseExactJson } from '../../http/exact-json.ts';
import { balancesCall, deployCall } from './seed-dialect.ts';

describe('the query', () => {
  test('is read back by a standard parser whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        fc.array(
          fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
          { maxLength: 20 },
        ),
        (signer, addresses) => {
          const { path } = balancesCall(signer, addresses, 'key');
          const url = new URL(`http://service.example${path}`);
          expect(url.pathname).toBe('/escrow/single-release/get-multiple-escrow-balance');
          expect([...url.searchParams]).toEqual([
            ['signer', signer],
            ...addresses.map((address) => ['addresses[]', address]),
          ]);
          expect(url.hash).toBe('');
        },
      ),
    );
  });

  test('has brackets as they are: some servers compare names before decoding', () => {
    expect(balancesCall(SIGNER, ['A&b=c'], 'key').path).toMatch(/\?signer=G[A-Z2-7]{55}&addresses\[\]=A%26b%3Dc$/);
  });
});

describe('numbers in the body', () => {
  const amounts = fc.bigInt({ min: 1n, max: MAX_BASE_UNITS }).map((units) => fromBaseUnits(units, 7));

  test('are JSON numbers with exactly the digits of the request', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (one, other, memo) => {
        const milestones = [one, other].map((amount) => ({ description: 'm', amount }));
        const { body = '' } = deployCall({ ...REQUEST, milestones, receiverMemo: String(memo) }, 'token');
        const numbers = [...body.matchAll(/"(?:amount|receiverMemo)":(-?[0-9.eE+]+)[,}]/g)].map(([, digits]) => digits);
        expect(numbers).toEqual([one, other, String(memo)]);
        // A standard parser takes it for what it says, up to a float's precision.
        const parsed = JSON.parse(body) as { milestones: { amount: number }[]; receiverMemo: number };
        expect(parsed.milestones.map(({ amount }) => amount)).toEqual([Number(one), Number(other)]);
      }),
    );
  });

  test.each(['1e5', '01', '.5', '1.', '+1', '"1"', '1,"x":2', 'NaN', '', ' 1', '1\n', '10.50'])(
    'nothing but a canonical decimal is written unquoted (%j)',
    (platformFee) => {
      expect(() => deployCall({ ...REQUEST, platformFee }, 'token')).toThrow(TypeError);
    },
  );
});

test('each milestone names its receiver where they differ, for our own service', () => {
  const { receiver: _, ...roles } = REQUEST.roles;
  const milestones = ['GANA', 'GBEN'].map((receiver) => ({ description: 'm', amount: '1', receiver }));
  const parsed = JSON.parse(deployCall({ ...REQUEST, roles, milestones }, 'token').body ?? '');
  expect(parsed.milestones).toMatchObject([{ receiver: 'GANA' }, { receiver: 'GBEN' }]);
  expect(parsed.roles).not.toHaveProperty('receiver');
  expect(deployCall(REQUEST, 'token').body).not.toMatch(/"milestones":[^\]]*receiver/);
});

describe('reading exact JSON', () => {
  test('a number keeps its value to the last digit', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }).map(String),
      fc
        .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -30, max: 30 }))
        .map(([digits, exponent]) => `${digits}e${exponent}`),
    );
    fc.assert(
      fc.property(
        number.filter((source) => expandJsonNumber(source) !== undefined),
        (source) => {
          const { n } = parseExactJson(`{"n":${source}}`) as { n: number | string };
          expect(typeof n === 'number' ? expandJsonNumber(String(n)) : n).toBe(expandJsonNumber(source));
          if (typeof n === 'number') expect(n).toBe(JSON.parse(source) + 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('everything but numbers is as JSON.parse has it', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('tree')),
      map: fc.dictionary(fc.string(), tie('tree')),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['64 levels', 64, true],
    ['65 levels', 65, false],
  ])('%s', (_, levels, readable) => {
    const read = () => parseExactJson('['.repeat(levels) + ']'.repeat(levels));
    if (readable) expect(read).not.toThrow();
    else expect(read).toThrow(SyntaxError);
  });

  test('brackets inside of strings are no depth', () => {
    const text = JSON.stringify({ a: '[{'.repeat(500), 'b"\\[': `\\"${'['.repeat(500)}` });
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });
});
