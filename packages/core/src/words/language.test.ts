import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  ['de-DE, fr;q=0.9, es;q=0.5', 'es'],
  ['en-GB,es', 'en'],
  ['ES', 'es'],
  ['ja', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('chooses a language for %j: %s', (wanted, language) => {
  expect(languageOf(wanted)).toBe(language);
});
