/** Phrases among words in every form. What is found and blacked out in a text is tested in secrets.test.ts. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPhrases } from './recovery-phrase.ts';

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

test('a text in ASCII is read as one that has other letters too', () => {
  const word = fc.constantFrom(...wordlist);
  const capitalised = (words: string) => words.replace(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase());
  const piece = fc.oneof(
    word,
    word.map(capitalised),
    word.map((letters) => letters.toUpperCase()),
    fc.constantFrom(PHRASE, capitalised(PHRASE), PHRASE.toUpperCase(), ' ', ', ', '\n12. ', '7', 'xyz'),
    fc.string({ maxLength: 5 }),
    fc.base64String({ maxLength: 60 }),
  );
  let found = 0;
  const property = fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const text = pieces.join('');
    const phrases = findPhrases(text);
    found += phrases.length;
    expect(findPhrases(`${text} é`)).toEqual(phrases);
  });
  fc.assert(property, { numRuns: 2_000, seed: 20_261_121 });
  expect(found).toBeGreaterThan(100);
});

test('a text of so many list words that one of its phrases is valid by chance is not searched to its end', () => {
  // Different words, but fewer than nine within 24, so that no part can be a phrase.
  const run = PHRASE.replaceAll(' ', ` ${'zoo '.repeat(11)}`);
  const text = `${run} x `;
  expect(findPhrases(text)).toEqual([]);
  const [first, ...more] = findPhrases(text.repeat(3));
  expect(first?.start).toBe(2 * text.length);
  expect(more).toEqual([]);
});

test('a phrase is found in every normal form, and in a mixture of them', () => {
  const phrase =
    'serrure espiègle maussade dortoir sembler chaton freiner éléphant lapin dessiner régulier loterie'.normalize(
      'NFC',
    );
  const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => phrase.normalize(form));
  const mixed = phrase
    .split(' ')
    .map((word, at) => word.normalize(at % 2 ? 'NFC' : 'NFD'))
    .join(' ');
  for (const text of [...forms, mixed, mixed.replaceAll('r', 'ｒ')]) {
    expect(findPhrases(text), text).toEqual([{ start: 0, end: text.length }]);
    expect(findPhrases(text.toUpperCase()), text).toEqual([{ start: 0, end: text.length }]);
  }
});
