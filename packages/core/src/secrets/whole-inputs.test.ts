/** Hidden characters, and inputs on both sides of each limit: what is read of them, or why they are refused. */
import { createPart } from '@countersign/testkit/record/part';
import { hash, Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { CountersignError } from '../errors/errors.ts';
import { withoutHiding } from './hiding.ts';
import { INPUT_LIMITS, textsOfInput } from './input-limits.ts';
import { createSecretScanner, redactStrings, refuseSecrets } from './secrets.ts';

const scanner = createSecretScanner();
const SEED = Keypair.fromRawEd25519Seed(hash('a key of no one')).secret();
const HEX = 'ab12'.repeat(16);
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const x = (length: number) => 'x'.repeat(length);

/** Each at the end, in the middle and next to itself. */
const HIDDEN = [
  ...'%41 %4 %4g % %%41 %80 %C3%A9 %c3 %7f %ff %41%C3%A9 %00 %3a %G1 %2F%2f %0'.split(' '),
  ...['\\n', '\\r\\t', '\\N', '\\u0041', '\\u{41}', '\\u41', '\\x41', '\\x4', '\\q', '\\\\n', '\\\\u0041'],
  ...['\\u{110000}', '\\u{10ffff}', '\\n\\q'],
  ...[7, 8, 9].flatMap((count) => [`${'\\'.repeat(count)}n`, `${'\\'.repeat(count)}u0041`]),
  ...'&#65; &#x41; &#x41 &#; &amp; &#1114111; &#1114112; &#999999; & &&#65; &#xg;'.split(' '),
  ...['\u200b', '\u00ad', '\u00a0', '\u2028', '\t', '\u200b\u00ad', '\u200b \u00a0', '\ufeff', '\u{e0041}'],
  ...['Ａ', '～', '！', 'Ⓐ', '①', '⑽', '㉐', '𝐀', '𝟿', '\ud835', '\ud834\udd59', '👩'],
];

test('undoes what hides characters as recorded', async () => {
  const { note, text } = createPart();
  const line = (hidden: string) =>
    [hidden, `a${hidden}b`, `${hidden}${hidden}`].map((each) => JSON.stringify(withoutHiding(each))).join(' ');
  const escaped = (each: string) => each.replace(/[^ -~]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  note(
    'as it is, within letters, and twice',
    HIDDEN.map((hidden) => escaped(`${JSON.stringify(hidden)} → ${line(hidden)}`)).join('\n'),
  );
  await expect(text()).toMatchFileSnapshot('recorded/hiding.txt');
});

test('refuses inputs on the other side of each limit as recorded', async () => {
  const { note, text } = createPart();
  const refusalOf = (work: () => unknown) => {
    try {
      work();
      return 'taken';
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      return `${error.code} ${error.reason ?? ''} ${JSON.stringify(error.fields ?? [])}`;
    }
  };
  const limit = (input: unknown) => refusalOf(() => textsOfInput(input));
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const { characters, special, fields, depth } = INPUT_LIMITS;
  for (const more of [0, 1]) {
    note(`characters: ${characters} + ${more}`, limit(x(characters + more)));
    note(`characters of an XDR: ${characters} + ${more}`, limit({ xdr: x(characters - 3 + more) }));
    note(`special characters: ${special} + ${more}`, limit('é'.repeat(special + more)));
    note(`fields: ${fields} + ${more}`, limit(Array.from({ length: fields - 1 + more }, () => 1)));
    note(`levels: ${depth} + ${more}`, limit(nested(depth + more)));
  }
  const [edge, beyond] = ['\n ~', '\u001f\u007f\t'].map((signs) => signs.repeat(special));
  note(
    'characters that are not special, and others',
    [limit(edge), limit(beyond?.slice(0, special)), limit(beyond)].join('\n'),
  );
  note('texts of an input', textsOfInput({ a: ['x', { 'b c': 'y' }], d: null, e: 5, f: { g: true } }));
  const refused = (input: unknown) => refusalOf(() => refuseSecrets(input, scanner));
  note(
    'secrets in fields',
    [
      ...[
        { a: SEED },
        { [SEED]: 1 },
        { a: PHRASE },
        { secret: HEX },
        { secret: [HEX] },
        { hash: HEX },
        { secretKey: HEX },
      ],
      ...[
        { transactionHash: HEX },
        SEED,
        { [SEED]: { a: SEED } },
        { roles: [{ approver: SEED }], milestones: [{}, { b: SEED }] },
      ],
      ...[[SEED.slice(0, 28), SEED.slice(28)], PHRASE.split(' '), { a: 'fine' }],
      { milestones: PHRASE.split(' ').map((word, at) => ({ description: `${at + 1}º ${word}`, amount: '5' })) },
    ]
      .map(refused)
      .join('\n'),
  );
  note('strings of a value', redactStrings({ a: [SEED, 5, null, { [SEED]: `x ${SEED}` }] }, scanner.redact));
  await expect(text()).toMatchFileSnapshot('recorded/limits.txt');
});
