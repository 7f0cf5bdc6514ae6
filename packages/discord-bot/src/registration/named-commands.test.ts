/** Whatever command one of our texts names can be typed, in the language of the text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@countersign/core/words';
import { expect, test } from 'vitest';
import { DEFINITIONS } from './definitions.ts';

const SOURCE = join(import.meta.dirname, '..');
/** “The command /escrow is registered”. */
const NO_SUBCOMMAND = ['is'];

const OPTIONS = DEFINITIONS.flatMap((command) => ('options' in command ? (command.options ?? []) : []));

const isEnglish = (file: string) =>
  !LANGUAGES.some((language) => language !== 'en' && file.startsWith(join('words', language)));

/** For each language its files, and the names of its commands. */
const NAMES = {
  en: [isEnglish, OPTIONS.map(({ name }) => name)],
  es: [(file) => file.startsWith(join('words', 'es')), OPTIONS.map((each) => each.name_localizations?.['es-ES'])],
} satisfies Record<Language, readonly [(file: string) => boolean, readonly unknown[]]>;

test.each(LANGUAGES)('every command that a text names is registered: %s', (language) => {
  const [isOurs, registered] = NAMES[language];
  const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && isOurs(name))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\/escrow (\p{L}[\p{L}-]*)/gu)].map(([, name]) => name as string)),
  );
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !registered.includes(name as never) && !NO_SUBCOMMAND.includes(name))).toEqual([]);
});
