/** All languages, for servers. A page loads only its own. */
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import type { Language } from './language.ts';
import type { Words } from './words-of-language.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, es };

/** @example wordsOf(languageOf('es-419')).ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => WORDS[language];
