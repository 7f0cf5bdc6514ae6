/** The languages of texts for people. Models and operators get English. */
import type { Words } from './core.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** @param wanted the header Accept-Language, or a host's locale (`es-419`); the first supported one is used, else English */
export function languageOf(wanted = ''): Language {
  for (const range of wanted.split(',')) {
    const found = LANGUAGES.find((language) => language === range.trim().slice(0, 2).toLowerCase());
    if (found !== undefined) return found;
  }
  return 'en';
}

export type { Words } from './core.ts';
/** Of one language, for summaries of transactions. */
export type SummaryWords = Words['summaryWords'];
