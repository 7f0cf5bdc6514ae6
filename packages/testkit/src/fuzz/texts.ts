/** Texts as strangers write them: every plane of Unicode, with the odd parts of each far more often than chance. */
import fc from 'fast-check';
import { HOSTILE } from '../fixtures/hostile-text.ts';
import { HONEST } from '../fixtures/ordinary-texts.ts';
/** What YAML gives a meaning to. */
import yamlPieces from './yaml-pieces.json' with { type: 'json' };

const TEXTS = [...HOSTILE.map(({ text }) => text), ...HONEST];

const ODD_POINTS = [
  0, 7, 9, 10, 13, 27, 34, 39, 60, 92, 96, 0x7f, 0x85, 0xad, 0x300, 0x34f, 0x61c, 0x202e, 0x2066, 0x200b, 0x200c,
  0x200d, 0x2028, 0x20e3, 0x3000, 0xfe0f, 0xfeff, 0xfffd, 0xffff, 0x1f3f4, 0x1f3fb, 0x1f468, 0xe0067, 0xe007f, 0xf0000,
  0x10ffff,
];
const point = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_POINTS).map((code) => String.fromCodePoint(code)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', '\udc00', '\ud83d') },
);

export const oddText = fc.oneof(
  fc.array(point, { maxLength: 60 }).map((points) => points.join('')),
  fc.constantFrom(...TEXTS),
  fc.tuple(fc.constantFrom(...TEXTS), fc.nat(60)).map(([text, at]) => text.slice(at)),
  fc.tuple(point, fc.integer({ min: 1, max: 3_000 })).map(([unit, times]) => unit.repeat(times)),
);

/** Numbers as text and as numbers, in and out of every notation. */
export const oddNumber = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -0,
    1e21,
    1e-7,
    2 ** 53,
    0.1 + 0.2,
    1e308,
    5e-324,
    '1e3',
    '-0',
    '00',
    '.5',
    '5.',
    '+1',
    '0x10',
    ' 1',
    '1_000',
    '1,5',
    '٣',
    '',
    'NaN',
    'Infinity',
    '9'.repeat(39),
    '9'.repeat(5_000),
    `0.${'0'.repeat(5_000)}1`,
    '170141183460469231731687303715884105728',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.tuple(fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }), fc.nat(40)).map(([digits, at]) => {
    const text = digits.toString();
    return at === 0 || at >= text.length ? text : `${text.slice(0, -at)}.${text.slice(-at)}`;
  }),
);

export const oddJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(oddNumber, oddText, fc.constantFrom<unknown>(null, true, false, {}, [])),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'then'), oddText),
          tie('value'),
        ),
        {
          maxLength: 5,
        },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** Texts for whatever reads YAML: a good file with a few places changed, and pieces of the notation in any order. */
const piece = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...yamlPieces) }, { weight: 1, arbitrary: oddText });
const edited = (template: string) =>
  fc.array(fc.tuple(fc.nat(), fc.nat(30), piece), { minLength: 1, maxLength: 6 }).map((edits) =>
    edits.reduce((text, [place, length, put]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + length);
    }, template),
  );
/** YAML and JSON, and what is neither, around a file that is good. */
export const yamlTexts = (template: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: edited(template) },
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')) },
    { weight: 2, arbitrary: oddJson.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: oddText },
  );
