/** The commands in every language, by Discord's rules and limits. */
import { LANGUAGES, languageOf } from '@countersign/core/words';
import { commandSize, commandsProblems } from '@countersign/testkit/discord/rules';
import { expect, test } from 'vitest';
import { DEFINITIONS } from './definitions.ts';

type Described = {
  readonly name: string;
  readonly description?: string;
  readonly name_localizations?: Record<string, string>;
  readonly description_localizations?: Record<string, string>;
  readonly options?: Described[];
  readonly choices?: Described[];
};
const nested = (of: Described): Described[] => [of, ...[...(of.options ?? []), ...(of.choices ?? [])].flatMap(nested)];

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

test('every command, option and choice has its words in every language, and Discord takes them all', () => {
  const languagesOf = (words?: Record<string, string>) => new Set(Object.keys(words ?? {}).map(languageOf));
  expect(commandsProblems(DEFINITIONS)).toEqual([]);
  const all = (DEFINITIONS as Described[]).flatMap(nested);
  expect(all.length).toBeGreaterThan(20);
  for (const { name, description, name_localizations, description_localizations } of all) {
    expect(languagesOf(name_localizations), name).toEqual(new Set(OTHERS));
    if (description !== undefined) expect(languagesOf(description_localizations), name).toEqual(new Set(OTHERS));
  }
});

test('a command’s size is at most 8,000 characters, where of several languages the longest counts', () => {
  expect(commandSize({ name: 'a', name_localizations: { 'es-ES': 'aaa' }, description: 'bb' })).toBe(5);
  for (const command of DEFINITIONS) expect(commandSize({ ...command })).toBeLessThanOrEqual(8_000);
});
