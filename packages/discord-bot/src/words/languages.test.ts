/** Every language has all that English has: the same names and numbers, in its own words, within Discord's limits. */
import { parametersOf } from '@countersign/core/text/message';
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import en from './messages/discord.en.json' with { type: 'json' };
import es from './messages/discord.es.json' with { type: 'json' };

/** In place of parameters, so that each is found again. */
const PARTS = ['A1', 'B2', 'C3', 'D4'];
/** Names of the language itself and in Discord, which differ; and commands, which keep the word “escrow”. */
const NOT_COMPARED = ['language', 'languageName', 'team.permissions', 'commands'];
/** Typed as they are in every language. */
const AS_THEY_ARE =
  /\/escrow \w+|`[^`]*`|\b(?:all|another|from|file|id|xdr|status|channel|address): ?(?:True|G…)?|\b(?:all|another|todos|otro): True|signature|SAVED?|engagementId|status\b|Tokens?|tokens?/g;

type Text = readonly [name: string, english: string, spanish: string];

function textsOf(name: string, english: unknown, spanish: unknown): Text[] {
  if (NOT_COMPARED.includes(name)) return [];
  if (typeof english === 'string') {
    const names = parametersOf(english);
    const filled = (text: unknown) =>
      names.reduce((left, each, at) => left.replaceAll(`{${each}}`, `${PARTS[at]}`), `${text}`);
    return [[name, filled(english), filled(spanish)]];
  }
  return Object.entries(english as object).flatMap(([key, each]) =>
    textsOf(name === '' ? key : `${name}.${key}`, each, (spanish as Record<string, unknown>)[key]),
  );
}

const TEXTS = textsOf('', en, es);

describe('in Spanish', () => {
  test('nothing is missing', () => {
    expect(TEXTS.length).toBeGreaterThan(300);
    expect(TEXTS.filter(([, , spanish]) => !spanish || /undefined|\[object|[{}]/.test(spanish))).toEqual([]);
  });

  test('no English word and no word to a friend is left', () => {
    const found = TEXTS.map(([name, , spanish]) => [name, foreignWords(spanish.replaceAll(AS_THEY_ARE, ' '))] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  test('every part, name and number of the English text is there', () => {
    // Words for what a person types have their own in each language, and permissions their names in Discord.
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
  const all = [forms, draft, server].flatMap((subject) => Object.entries(subject));
  for (const [name, text] of all) {
    if (typeof text !== 'string' || !name.endsWith('How')) continue;
    expect([name, text.length]).toEqual([name, Math.min(text.length, 100)]);
    const label = all.find(([other]) => other === name.replace(/How$/, ''))?.[1];
    if (typeof label === 'string') expect([name, label.length]).toEqual([name, Math.min(label.length, 45)]);
  }
  for (const { label, description } of Object.values(draft.parts)) {
    expect([label.length <= 45, description.length <= 100]).toEqual([true, true]);
  }
});
