/** The words of all languages, for servers. A page loads only its own language, and none of the last two tables. */
import * as desk from './en/desk/index.ts';
import * as enExplain from './en/explain/index.ts';
import * as en from './en/index.ts';
import * as esExplain from './es/explain/index.ts';
import * as es from './es/index.ts';
import type { Language, Words } from './language.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, es };

/** @example wordsOf(languageOf('es-419')).ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => WORDS[language];

export type ExplainWords = typeof enExplain & { readonly core: Words };

const EXPLAIN_WORDS: Readonly<Record<Language, ExplainWords>> = {
  en: { ...enExplain, core: en },
  es: { ...esExplain, core: es },
};

export const explainWordsOf = (language: Language): ExplainWords => EXPLAIN_WORDS[language];

/** The desk's words: the exports that every language has. English is always loaded; other languages on first use. */
export type DeskWords = typeof import('./en/desk/index.ts');

export const ENGLISH: DeskWords = desk;

const DESK_WORDS: Readonly<Record<Language, () => DeskWords | Promise<DeskWords>>> = {
  en: () => desk,
  es: () => import('./es/desk/index.ts'),
};

export async function deskWordsOf(language: Language): Promise<DeskWords> {
  return await DESK_WORDS[language]();
}
