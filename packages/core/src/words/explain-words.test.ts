/** What explains a transaction says the same in every language, with the same names and numbers. */
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import { explainWordsOf } from './all.ts';
import { LANGUAGES } from './language.ts';

/** Given to sentences with parts, so that each part is found again. */
const PARTS = ['A1', 'B2', 'C3', 'D4'];
/** Of sentences whose parts are lists, choices or named. */
const OWN_PARTS: Readonly<Record<string, readonly unknown[]>> = {
  confirmedNetworks: [PARTS],
  createdAs: [PARTS],
  asAlready: [PARTS],
  levelNeeds: ['low', 7],
  setsLevel: ['high', 'A1', 7],
  fundsWhatIsOver: ['released'],
  signedBy: ['A1', true, 'B2'],
  flagName: ['approved'],
  fieldProblem: ['A1', { code: 'OTHER_FUNCTION', params: { found: 'B2', wanted: 'C3' } }],
  posesAsKnown: [{ code: 'A1', known: 'B2', network: 'C3', issuer: 'D4', knownIssuer: 'E5' }],
  differs: [{ field: 'A1', asked: 'B2', found: 'C3' }],
  byItself: [{ address: 'A1', isSigned: true, delegates: 7, until: 8 }],
};
/** Called the same in both languages, or made of nothing but their parts. */
const SAME = ['MEMO', 'HASH', 'TOTAL', 'TOKEN', 'NO'];

function textsOf(language: (typeof LANGUAGES)[number]): (readonly [name: string, text: string])[] {
  const { core: _, ...own } = explainWordsOf(language);
  return Object.entries(own).flatMap(([name, entry]): (readonly [string, string])[] => {
    if (typeof entry === 'string') return [[name, entry]];
    if (typeof entry === 'object') return Object.entries(entry).map(([key, text]) => [`${name}.${key}`, text]);
    const parts = OWN_PARTS[name] ?? PARTS;
    return [[name, String((entry as (...parts: readonly unknown[]) => string)(...parts))]];
  });
}

const ENGLISH = textsOf('en');

describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  const pairs = textsOf(language).map(([name, text], at) => ({ name, text, english: ENGLISH[at]?.[1] as string }));

  test('each sentence is there, in its own words', () => {
    expect(pairs.map(({ name }) => name)).toEqual(ENGLISH.map(([name]) => name));
    expect(pairs.length).toBeGreaterThan(230);
    expect(pairs.filter(({ text }) => text === '' || /undefined|\[object/.test(text))).toEqual([]);
    const isSame = ({ name, text, english }: (typeof pairs)[number]) => text === english && !SAME.includes(name);
    expect(pairs.filter(isSame)).toEqual([]);
  });

  test('no English word and no word to a friend is left', () => {
    expect(pairs.filter(({ text }) => foreignWords(text).length > 0)).toEqual([]);
  });

  test('every part and number of the English sentence is there', () => {
    expect(pairs.filter(({ text, english }) => lost(english, text).length > 0)).toEqual([]);
  });

  test('none is much longer', () => {
    expect(pairs.filter(({ text, english }) => tooLong(english, text))).toEqual([]);
  });
});
