import { spent, spentMs } from '@countersign/testkit/fuzz/processor-time';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { CountersignError, errorName } from '../errors/errors.ts';
import { spokenView } from '../words/problems.ts';
import { INPUT_LIMITS } from './input-limits.ts';
import { createSecretScanner, refuseSecrets } from './secrets.ts';

const seed = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(5)).secret();
const PHRASE = 'Legal winner thank year wave sausage worth useful legal winner thank yellow';
const own = 'token+with.special(chars)';
const scanner = createSecretScanner([own, 'short']);

function pathsOf(input: unknown): string[] {
  try {
    refuseSecrets(input, scanner);
    return [];
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'SECRET_REFUSED') throw error;
    expect(JSON.stringify(error.toView())).not.toContain(seed);
    expect(JSON.stringify(error.toView())).not.toContain(own);
    return (error.fields ?? []).map(({ path }) => path);
  }
}

test.each<[string, unknown, string[]]>([
  ['in the middle of a text', { title: `key: ${seed}.` }, ['title']],
  ['in lower case', { title: seed.toLowerCase() }, ['title']],
  ['percent-encoded', { title: `k%3D${seed}` }, ['title']],
  ['over lines', { title: `${seed.slice(0, 20)}\n${seed.slice(20, 40)}\u200b${seed.slice(40)}` }, ['title']],
  ['as a recovery phrase', { description: `Mine: ${PHRASE}!` }, ['description']],
  ['that is one of our own credentials', { title: `Bearer ${own}` }, ['title']],
])('refuses a secret %s, and does not repeat it', (_, input, paths) => expect(pathsOf(input)).toEqual(paths));

test('finds a seed of which only one letter is escaped, though what follows could be digits of the escape', () => {
  for (const letter of ['\\u0053', '\\u{53}', '\\x53', '%53', '&#83;', '&#x53;']) {
    expect(scanner.redact(`"${letter}${seed.slice(1)}"`)).toBe('"[secret seed]"');
  }
});

test('an input without end is refused, not followed', () => {
  let deep: unknown = seed;
  for (let index = 0; index < 20_000; index++) deep = [deep];
  expect(() => refuseSecrets(deep, scanner)).toThrowError(expect.objectContaining({ code: 'INPUT_INVALID' }));
});

test('the checksum is BIP-39’s own, for each length', async () => {
  const { generateMnemonic } = await import('@scure/bip39');
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  for (const strength of [128, 160, 192, 224, 256]) {
    for (let round = 0; round < 50; round++) {
      const phrase = generateMnemonic(wordlist, strength);
      expect(scanner.redact(`my ${phrase} .`)).toBe('my [recovery phrase] .');
    }
  }
});

test('a text made of list words is refused, not searched for ever', () => {
  // Searched word by word this took minutes, far beyond the time that a test has.
  expect(scanner.finds(`${PHRASE} `.repeat(2_800))).toBe(true);
});

describe('an input beyond what is read is refused before it is scanned', () => {
  const scanned = { ...scanner, finds: () => expect.unreachable('it was scanned') };
  const refusalOf = (input: unknown) => {
    try {
      refuseSecrets(input, scanned);
    } catch (error) {
      if (error instanceof CountersignError) return [errorName(error), spokenView(error, 'en').fields];
      throw error;
    }
    return expect.unreachable('it was let through');
  };
  const textOf = (path: string, what: string) => [
    'INPUT_INVALID',
    [{ path, problem: `is more than is read: at most ${what} in all; leave out what does not belong here` }],
  ];

  test.each<[string, () => unknown, string, string]>([
    ['one text', () => ({ title: 'x'.repeat(9_000_000) }), 'title', '220,000 characters'],
    [
      'texts that are long together',
      () => ['a', 'b', 'c'].map((text) => text.repeat(80_000)),
      '[2]',
      '220,000 characters',
    ],
    ['the name of a field', () => ({ ['x'.repeat(9_000_000)]: 1 }), '(an odd name)', '220,000 characters'],
    ['empty lists', () => Array.from({ length: 3_000_000 }, () => []), '[999]', '1,000 fields and list entries'],
    ['numbers', () => ({ a: { b: new Array(2_000_000).fill(1) } }), 'a.b[997]', '1,000 fields and list entries'],
    ['zero-width spaces', () => ({ t: '\u200b'.repeat(40_000) }), 't', '14,336 characters outside plain ASCII'],
  ])('%s', (_, input, path, what) => {
    const given = input();
    const started = spent();
    expect(refusalOf(given)).toEqual(textOf(path, what));
    expect(spentMs(started)).toBeLessThan(100);
  });
});

test('finds a secret that follows a long text scanned before', () => {
  const long = 'a long text '.repeat(1_000);
  expect(scanner.finds(long)).toBe(false);
  expect(scanner.finds(long)).toBe(false);
  expect(scanner.finds(`${long}${seed}`)).toBe(true);
  expect(scanner.finds(`${long}${seed}`)).toBe(true);
});

test('a secret is found that begins at the end of one long text and ends in the next', () => {
  const [before, after] = ['- '.repeat(10_000), ' -'.repeat(10_000)];
  expect(pathsOf({ a: `${before}${seed.slice(0, 30)}`, b: `${seed.slice(30)}${after}` })).toEqual([
    '(several fields together)',
  ]);
  expect(pathsOf({ a: `${before}${own.slice(0, 9)}`, b: `${own.slice(9)}${after}` })).toEqual([
    '(several fields together)',
  ]);
});

test('a text without an end is cut before it is redacted', () => {
  const redacted = scanner.redact(`${seed} ${'x'.repeat(9_000_000)} ${seed}`);
  expect(redacted.length).toBeLessThan(INPUT_LIMITS.characters + 100);
  expect(redacted).toMatch(/^\[secret seed\] x+…$/);
});
