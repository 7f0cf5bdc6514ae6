/** Every language says all that English says: the same names and numbers, in its own words, within Discord's limits. */
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import * as en from './en/index.ts';
import * as es from './es/index.ts';

/** Given to sentences with parts, so that each part is found again. */
const PARTS = ['A1', 'B2', 'C3', 'D4'];
/** Choices and counts, which are no parts of a sentence. */
const NOT_COMPARED = [
  'team.waitingFor',
  'team.botNeeds',
  'team.forMorePlaces',
  'team.postProblem',
  'problems.actForbidden',
];
/** Typed as they are in every language. */
const AS_THEY_ARE =
  /\/escrow \w+|`[^`]*`|\b(?:all|another|from|file|id|xdr|status|channel|address): ?(?:True|G…)?|\b(?:all|another|todos|otro): True|signature|SAVED?|engagementId|status\b|Tokens?|tokens?/g;

type Text = readonly [name: string, english: string, spanish: string];

function textsOf(name: string, english: unknown, spanish: unknown): Text[] {
  if (NOT_COMPARED.includes(name)) return [];
  if (typeof english === 'string') return [[name, english, spanish as string]];
  if (typeof english === 'function') {
    const parts = PARTS.slice(0, english.length);
    const said = (words: unknown) => String((words as (...parts: string[]) => unknown)(...parts));
    return [[name, said(english), said(spanish)]];
  }
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([key, each]) =>
    textsOf(name === '' ? key : `${name}.${key}`, each, (spanish as Record<string, unknown>)[key]),
  );
}

/** Discord's numbers for why nothing could be posted. */
const REFUSALS = [10003, 10004, 10007, 10008, 50001, 50013, 50024, 50083, 160006];
const PLACES = ['ViewChannel', 'SendMessages'] as const;
const TEXTS = [
  ...textsOf('', en, es),
  ...REFUSALS.map((code): Text => [`${code}`, `${en.team.postProblem(code)}`, `${es.team.postProblem(code)}`]),
  ['team.botNeeds', en.team.botNeeds(PLACES).replaceAll(/“[^”]*”/g, ''), es.team.botNeeds(PLACES)],
  ['team.forMorePlaces', en.team.forMorePlaces(PLACES).replaceAll(/“[^”]*”/g, ''), es.team.forMorePlaces(PLACES)],
] satisfies Text[];

describe('in Spanish', () => {
  test('nothing is missing', () => {
    expect(TEXTS.length).toBeGreaterThan(300);
    expect(TEXTS.filter(([, , spanish]) => !spanish || /undefined|\[object/.test(spanish))).toEqual([]);
  });

  test('no English word and no word to a friend is left', () => {
    const found = TEXTS.map(([name, , spanish]) => [name, foreignWords(spanish.replaceAll(AS_THEY_ARE, ' '))] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  test('every part, name and number of the English text is there', () => {
    // Words for what a person types have their own in each language.
    const own = ['ADDRESS', 'AMOUNT', 'Settled'];
    const found = TEXTS.map(
      ([name, english, spanish]) => [name, lost(english, spanish).filter((each) => !own.includes(each))] as const,
    );
    expect(found.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test('no text is much longer', () => {
    expect(TEXTS.filter(([, english, spanish]) => tooLong(english, spanish))).toEqual([]);
  });
});

test.each([en, es])('forms keep to Discord’s limits', ({ forms, draft, server }) => {
  const all = [forms, draft, server].flatMap((room) => Object.entries(room));
  for (const [name, text] of all) {
    if (typeof text !== 'string' || !name.endsWith('_HOW')) continue;
    expect([name, text.length]).toEqual([name, Math.min(text.length, 100)]);
    const label = all.find(([other]) => other === name.replace(/_HOW$/, ''))?.[1];
    if (typeof label === 'string') expect([name, label.length]).toEqual([name, Math.min(label.length, 45)]);
  }
  for (const [label, description] of Object.values(draft.PARTS)) {
    expect([label.length <= 45, description.length <= 100]).toEqual([true, true]);
  }
});
