/** The words of all languages, for servers. A page loads only its own language, and none of the last two tables. */
import type { DeskWords } from './desk/index.ts';
import { desk } from './en/desk.ts';
import { fieldWords } from './en/field-names.ts';
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import { createExplainWords, type ExplainWords } from './explain/index.ts';
import { explainMessages } from './explain/language.ts';
import type { Language, Words } from './language.ts';
import english from './messages/explain.en.json' with { type: 'json' };
import spanish from './messages/explain.es.json' with { type: 'json' };
import { problemText } from './problems.ts';

const WORDS: Readonly<Record<Language, Words>> = { en, es };

/** @example wordsOf(languageOf('es-419')).ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => WORDS[language];

export type { ExplainWords };

const EXPLAIN_WORDS: Readonly<Record<Language, ExplainWords>> = {
  en: createExplainWords({
    messages: explainMessages(english),
    core: en,
    fieldName: fieldWords,
    problemText: (problem) => problemText(problem, 'en'),
  }),
  es: createExplainWords({
    messages: explainMessages(spanish),
    core: es,
    fieldName: es.fieldText,
    problemText: (problem) => problemText(problem, 'es'),
  }),
};

export const explainWordsOf = (language: Language): ExplainWords => EXPLAIN_WORDS[language];

export type { DeskWords };

/** The desk's words in English, which are always loaded; those of other languages are loaded on first use. */
export const ENGLISH: DeskWords = desk;

const DESK_WORDS: Readonly<Record<Language, () => DeskWords | Promise<DeskWords>>> = {
  en: () => ENGLISH,
  es: async () => (await import('./es/desk.ts')).desk,
};

export async function deskWordsOf(language: Language): Promise<DeskWords> {
  return await DESK_WORDS[language]();
}
