/** Whatever command one of our texts names can be typed, in the language of the text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, languageOf } from '@countersign/core/words';
import { expect, test } from 'vitest';
import { DEFINITIONS } from './definitions.ts';

const SOURCE = join(import.meta.dirname, '..');
/** “The command /escrow is registered”. */
const NO_SUBCOMMAND = ['is'];

const OPTIONS = DEFINITIONS.flatMap((command) => ('options' in command ? (command.options ?? []) : []));

/** Of a language. Texts in code are English. */
const FILES = (language: Language) =>
  language === 'en' ? /(?<!\.test)\.ts$|\.en\.json$/ : new RegExp(`\\.${language}\\.json$`);
const NAMES = (language: Language) =>
  OPTIONS.flatMap(({ name, name_localizations: names }) => {
    const own = Object.entries(names ?? {}).filter(([locale]) => languageOf(locale) === language);
    return language === 'en' ? [name] : own.map(([, each]) => each);
  });

test.each(LANGUAGES)('every command that a text names is registered: %s', (language) => {
  const [files, registered] = [FILES(language), NAMES(language)];
  const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => files.test(name))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\/escrow (\p{L}[\p{L}-]*)/gu)].map(([, name]) => name as string)),
  );
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !registered.includes(name) && !NO_SUBCOMMAND.includes(name))).toEqual([]);
});
